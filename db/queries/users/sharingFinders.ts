/**
 * The finders of sharings: rows of doc and audit, ordered by id, from the table or a subquery of it. Each reads an index on hashes and then compares the
 * texts. Public and matching sharings are two parts of a UNION ALL, because PostgreSQL would plan an OR as bitmaps over
 * both indexes. A public sharing is in the first part only.
 */
const columns = (source: string): string => `select id, doc, audit from ${source} as sharing`;

const ownerHash = (id: string, type: string): string => `hashtextextended(${id}, hashtextextended(${type}, 0))`;

/** $1 owner type, $2 reference type, $3 reference id */
export const sharingsByRef = (source: string): string => `${columns(source)}
  where ${ownerHash('ref_id', 'owner_type')} = ${ownerHash('$3::text', '$1::text')}
    and owner_type = $1 and ref_type = $2::text and ref_id = $3
  order by id`;

/** $1 owner type, $2 owner id */
export const sharingsByOwner = (source: string): string => `${columns(source)}
  where ${ownerHash('owner_id', 'owner_type')} = ${ownerHash('$2::text', '$1::text')} and owner_type = $1 and owner_id = $2
  order by id`;

const publicOrMatching = (source: string, more: string): string => `select id, doc, audit from (
    ${columns(source)} where is_public and hashtextextended(owner_type, 0) = hashtextextended($1::text, 0) and owner_type = $1
    union all
    ${columns(source)} where not is_public
      and ${ownerHash('ref_id', 'owner_type')} = any(array(
        select ${ownerHash('ref', '$1::text')} from unnest($2::text[]) as ref))
      and owner_type = $1 and ref_id = any($2)${more}
  ) found order by id`;

/** $1 owner type, $2 array of reference ids */
export const sharingsPublicOrMatching = (source: string): string => publicOrMatching(source, '');

/** $1 owner type, $2 array of reference ids, $3 sharing type of the sharings that are not public */
export const sharingsPublicOrMatchingSubtype = (source: string): string =>
  publicOrMatching(source, ' and sharing_type_code = $3::text');
