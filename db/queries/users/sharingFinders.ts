/**
 * The finders of sharings: rows of doc and audit, ordered by id. Each asks the indexes on hashes and then the texts
 * themselves. Public and matching sharings are two parts of a union and not an OR, of which PostgreSQL makes bitmaps
 * over both indexes; a sharing that is public is in the first part alone.
 */
const columns = 'select id, doc, audit from sharing';

const ownerHash = (id: string, type: string): string => `hashtextextended(${id}, hashtextextended(${type}, 0))`;

/** $1 owner type, $2 reference type, $3 reference id */
export const sharingsByRef = `${columns}
  where ${ownerHash('ref_id', 'owner_type')} = ${ownerHash('$3::text', '$1::text')}
    and owner_type = $1 and ref_type = $2::text and ref_id = $3
  order by id`;

/** $1 owner type, $2 owner id */
export const sharingsByOwner = `${columns}
  where ${ownerHash('owner_id', 'owner_type')} = ${ownerHash('$2::text', '$1::text')} and owner_type = $1 and owner_id = $2
  order by id`;

const publicOrMatching = (more: string): string => `select id, doc, audit from (
    ${columns} where is_public and hashtextextended(owner_type, 0) = hashtextextended($1::text, 0) and owner_type = $1
    union all
    ${columns} where not is_public
      and ${ownerHash('ref_id', 'owner_type')} = any(array(
        select ${ownerHash('ref', '$1::text')} from unnest($2::text[]) as ref))
      and owner_type = $1 and ref_id = any($2)${more}
  ) found order by id`;

/** $1 owner type, $2 array of reference ids */
export const sharingsPublicOrMatching = publicOrMatching('');

/** The same, and $3 the sharing type of those that are not public. */
export const sharingsPublicOrMatchingSubtype = publicOrMatching(' and sharing_type_code = $3::text');
