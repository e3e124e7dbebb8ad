import { erasureFiles } from './erasureFiles.ts';

/** Run with the rights of the owner: nobody else may change what is stored in the history and in the audit list. */
const OWNER = 'SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp';

/** Left of a code or an e-mail address. In JSON text, the letter of an escape such as \n stands before the word. */
const BEFORE_ADDRESS = String.raw`(?:(?<=\\[bfnrt])|(?<![[:alnum:]_.%+@-]))`;
const AFTER_ADDRESS = String.raw`(?![[:alnum:]_%+@-]|\.[[:alnum:]])`;
const BEFORE_WORD = String.raw`(?:(?<=\\[bfnrt])|(?<![[:alnum:]]))`;
const AFTER_WORD = '(?![[:alnum:]])';
/** A code of letters alone may be the name of a member of some data. */
const NO_MEMBER_NAME = String.raw`(?!\\*"[[:space:]]*:)`;
/** Between the digits of a phone number. */
const GAP = '[[:space:]()/.-]{0,2}';
/** SQL of a text in which the characters that mean something in a regular expression are escaped. */
const literal = (text: string): string => String.raw`regexp_replace(${text}, '([].*+?^$(){}|[\\])', '\\\1', 'g')`;

/** SQL of the JSON text of a code, as a pattern. */
const QUOTED_JSON = literal('to_json(found.value)::text');

/** What finds and replaces the texts of a person in every table (docs/erasing.md). */
export const erasureFunctions: readonly string[] = [
  `-- Tables and text columns that may contain a text of a person: all but those that never do. A new table is one of them.
CREATE FUNCTION erasable_columns() RETURNS TABLE (table_name text, name text, type text) LANGUAGE sql STABLE ${OWNER} AS $$
  SELECT n.nspname || '.' || c.relname, a.attname::text, t.typname::text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    JOIN pg_type t ON t.oid = a.atttypid
  WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND t.typname IN ('text', '_text', 'varchar', 'json', 'jsonb')
    -- Patterns of erasures; keys and hashes; what a process overwrites within seconds; numbers and names of kinds.
    AND c.relname NOT IN ('erasure', 'shared_key', 'user_password', 'process', 'search_index', 'search_index_count',
      'cache_generation', 'claim_clock', 'circuit_breaker', 'activity')
    -- Search documents are computed anew from the records.
    AND NOT (a.attname = 'search' AND n.nspname = 'public');
$$;`,
  `-- The tables in which texts of a person are looked for, with their sizes in blocks.
CREATE FUNCTION erasable_tables() RETURNS TABLE (table_name text, blocks bigint) LANGUAGE sql STABLE ${OWNER} AS $$
  SELECT c.table_name, greatest(pg_relation_size(c.table_name::regclass),
      (SELECT max(pg_relation_size(p.relid)) FROM pg_partition_tree(c.table_name::regclass) p WHERE p.isleaf))
    / current_setting('block_size')::bigint + 1
  FROM erasable_columns() c GROUP BY c.table_name ORDER BY c.table_name;
$$;`,
  `-- The patterns of an erasure as one: of texts in any case (i), or in their own. Without any, it matches nothing.
CREATE FUNCTION pattern_of(e erasure, flag text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(string_agg('(?:' || p || ')', '|'), '(?!)') FROM unnest(e.patterns, e.flags) AS u(p, f) WHERE f = flag;
$$;`,
  `-- A text with the texts of the person replaced, and without files in base64 that contain one. What JSON text has between
-- quotation marks stays there.
CREATE FUNCTION erased_text(content text, e erasure) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  content := without_files(content, files_with(content, pattern_of(e, 'i'), pattern_of(e, '')), e.pseudonym);
  FOR n IN 1 .. cardinality(e.patterns) LOOP
    content := regexp_replace(content, e.patterns[n], e.replacements[n], 'g' || e.flags[n]);
  END LOOP;
  RETURN content;
END $$;`,
  `-- Stands for the code and the names of a person.
CREATE FUNCTION erasure_pseudonym(person uuid) RETURNS text LANGUAGE sql IMMUTABLE RETURN 'erased-' || left(md5(person::text), 12);`,
  `-- The JSON text of a user with the members to which other records refer or that have granted it rights.
CREATE FUNCTION erased_user(doc text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT '{' || string_agg(to_json(key)::text || ':' || CASE key WHEN 'chars' THEN '{}'
      WHEN 'code' THEN p.pseudonym WHEN 'name' THEN p.pseudonym ELSE value::text END, ',' ORDER BY n) || '}'
  FROM json_each(doc::json) WITH ORDINALITY AS m(key, value, n),
    (SELECT to_json(erasure_pseudonym((doc::json ->> 'id')::uuid))::text AS pseudonym) p
  WHERE key IN ('id', 'code', 'type', 'name', 'status', 'validFrom', 'validTo', 'authentication', 'groups', 'roles', 'chars');
$$;`,
  String.raw`-- The texts by which a person is known or was known, by the types of their members, with the patterns that find them.
CREATE FUNCTION texts_of_person(person uuid) RETURNS TABLE (type text, value text, pattern text) LANGUAGE sql STABLE ${OWNER} AS $$
  WITH states AS (SELECT code, doc::json AS d FROM history WHERE kind = 'User' AND record_id = person),
  texts AS (
    SELECT DISTINCT v.type, btrim(v.value) AS value FROM states, LATERAL (VALUES
      ('email', d ->> 'email'), ('webSite', d ->> 'webSite'), ('code', d ->> 'code'), ('phoneNumber', d ->> 'phoneNumber'),
      ('name', d ->> 'name'), ('name', (d ->> 'givenName') || ' ' || (d ->> 'familyName')),
      ('name', (d ->> 'familyName') || ' ' || (d ->> 'givenName'))) AS v(type, value)),
  quoted AS (
    SELECT t.type, t.value, ${literal('t.value')} AS plain, ${literal('substr(j.text, 2, length(j.text) - 2)')} AS escaped
    FROM texts t, LATERAL (SELECT to_json(t.value)::text AS text) j
    -- The name of a person without names is its code.
    WHERE t.value <> '' AND position(erasure_pseudonym(person) IN t.value) = 0
      AND NOT (t.type = 'name' AND t.value IN (SELECT code FROM states))),
  -- JSON text has escapes of its own for quotation marks and backslashes.
  either AS (SELECT *, CASE WHEN plain = escaped THEN plain ELSE '(?:' || plain || '|' || escaped || ')' END AS text FROM quoted)
  SELECT e.type, e.value, CASE
    WHEN e.type IN ('email', 'code') THEN '${BEFORE_ADDRESS}' || e.text || '${AFTER_ADDRESS}'
      || CASE WHEN e.value ~ '^[[:alpha:]]+$' THEN '${NO_MEMBER_NAME}' ELSE '' END
    -- In any notation, with or without the country code: the last nine digits are the number.
    WHEN e.type = 'phoneNumber' THEN '(?<![[:alnum:]])(?:(?:\+|00)?[0-9]{1,3}${GAP})?\+?'
      || array_to_string(regexp_split_to_array(right(regexp_replace(e.value, '[^0-9]', '', 'g'), 9), ''), '${GAP}') || '(?![[:alnum:]])'
    ELSE '${BEFORE_WORD}' || regexp_replace(e.text, '[[:space:]]+', '[[:space:]]+', 'g') || '${AFTER_WORD}' END
  FROM either e
  -- An address is replaced before a code that is part of it.
  ORDER BY array_position('{email,webSite,phoneNumber,name,code}', e.type), length(e.value) DESC, e.value;
$$;`,
  String.raw`-- Begins the erasure of a person, after its record has been changed: finds its texts in all versions of the record, erases
-- these, stores the patterns that find the texts elsewhere, and returns how many there are of each type, and which are not
-- looked for. Takes over the patterns of an erasure that has not ended.
CREATE FUNCTION begin_erasure(job uuid, person uuid, dry boolean, reserved text[]) RETURNS json LANGUAGE plpgsql ${OWNER} AS $$
DECLARE
  pseudonym text := erasure_pseudonym(person);
  e erasure;
  earlier erasure;
  found record;
  others text[];
  coded text;
  is_shared boolean;
  digits text;
  reason text;
  searched jsonb := '{}';
  skipped jsonb := '[]';
BEGIN
  e := (job, person, dry, pseudonym, '{}', '{}', '{}', '{}', now());
  IF NOT dry THEN
    FOR earlier IN DELETE FROM erasure o WHERE o.user_id = person AND NOT o.dry_run AND o.job_id <> job RETURNING o.* LOOP
      e.patterns := e.patterns || earlier.patterns;
      e.replacements := e.replacements || earlier.replacements;
      e.flags := e.flags || earlier.flags;
      e.codes := e.codes || earlier.codes;
    END LOOP;
  END IF;
  -- Other users in which any of the texts is: one pass over a table that may have millions of rows.
  SELECT array_agg(o.doc) INTO others FROM app_user o
  WHERE o.id <> person AND o.doc ~* (SELECT coalesce(string_agg('(?:' || t.pattern || ')', '|'), '(?!)') FROM texts_of_person(person) t);
  FOR found IN SELECT * FROM texts_of_person(person) LOOP
    reason := NULL;
    digits := regexp_replace(found.value, '[^0-9]', '', 'g');
    SELECT EXISTS (SELECT FROM unnest(others) AS o(doc), LATERAL (SELECT o.doc::json AS d) AS of WHERE
      concat_ws(E'\x1f', d ->> 'code', d ->> 'name', d ->> 'email', d ->> 'phoneNumber', d ->> 'webSite') ~* found.pattern) INTO is_shared;
    IF found.type = 'code' THEN
      FOR coded IN SELECT c.table_name FROM erasable_columns() c WHERE c.name = 'code' AND c.table_name NOT IN ('public.app_user', 'public.history') LOOP
        EXIT WHEN is_shared;
        EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE code ~* $1)', coded::regclass) INTO is_shared USING found.pattern;
      END LOOP;
      -- Members with nothing but the code of a user have that of the person, whatever else the word means.
      IF NOT EXISTS (SELECT FROM app_user o WHERE o.id <> person AND o.code = found.value) THEN
        e.codes := e.codes || found.value;
        e.patterns := e.patterns || ('(?<="(?:whoInserted|whoEdited|user)":)' || ${QUOTED_JSON});
        e.flags := e.flags || ''::text;
        e.replacements := e.replacements || to_json(pseudonym)::text;
      END IF;
    END IF;
    IF is_shared THEN reason := 'SHARED';
    ELSIF found.type = 'code' AND (length(found.value) < 4 OR found.value = digits AND length(digits) < 7) THEN reason := 'SHORT';
    ELSIF found.type = 'phoneNumber' AND length(digits) < 7 THEN reason := 'SHORT';
    ELSIF found.type = 'code' AND lower(found.value) = ANY (reserved) THEN reason := 'RESERVED';
    ELSIF found.type = 'name' AND found.value !~ '[[:space:]]' THEN reason := 'ONE_WORD';
    END IF;
    IF reason IS NOT NULL THEN
      skipped := skipped || jsonb_build_object('type', found.type, 'reason', reason);
      CONTINUE;
    END IF;
    searched := jsonb_set(searched, ARRAY[found.type], to_jsonb(coalesce((searched ->> found.type)::int, 0) + 1));
    CONTINUE WHEN found.pattern = ANY (e.patterns);
    IF digits <> '' AND found.type IN ('phoneNumber', 'code') AND found.value !~ '[[:alpha:]]' THEN
      -- Where JSON has it as a number.
      e.patterns := e.patterns || ('(?<=[:,\[])' || found.pattern || '(?=[],}])');
      e.flags := e.flags || ''::text;
      e.replacements := e.replacements || 'null'::text;
    END IF;
    e.patterns := e.patterns || found.pattern;
    -- A code of letters alone is likely to be a word of some other meaning where its case differs.
    e.flags := e.flags || CASE WHEN found.type = 'code' AND found.value ~ '^[[:alpha:]]+$' THEN ''::text ELSE 'i' END;
    e.replacements := e.replacements || CASE found.type
      WHEN 'email' THEN pseudonym || '-' || cardinality(e.patterns) || '@erased.invalid'
      WHEN 'webSite' THEN 'https://erased.invalid/' || cardinality(e.patterns)
      WHEN 'phoneNumber' THEN lpad(cardinality(e.patterns)::text, 9, '0')
      ELSE pseudonym END;
  END LOOP;
  INSERT INTO erasure SELECT e.*;
  IF NOT dry THEN
    UPDATE history h SET code = pseudonym, doc = erased_user(h.doc)
    WHERE h.kind = 'User' AND h.record_id = person;
  END IF;
  RETURN json_build_object('pseudonym', pseudonym, 'searched', searched, 'skipped', skipped);
END $$;`,
  ...erasureFiles,
  String.raw`-- Replaces the texts of the person in the rows of some blocks of a table, or deletes the rows where others would be of no use.
-- A dry run only counts. Returns the number of rows and, of a table of records, their ids; of its targets, those of their notifications.
CREATE FUNCTION erase_texts(job uuid, table_name text, first_block bigint, end_block bigint) RETURNS TABLE (found bigint, ids uuid[])
LANGUAGE plpgsql ${OWNER} AS $$
DECLARE
  e erasure;
  texts text;
  people text;
  setters text;
  folded text;
  exact text;
  matching text;
  returned text := 'NULL::uuid';
  changing text;
BEGIN
  SELECT * INTO STRICT e FROM erasure WHERE job_id = job;
  SELECT string_agg(format(CASE c.type WHEN '_text' THEN $sql$array_to_string(%I, E'\x1f')$sql$ ELSE '%I::text' END, c.name), ', '), string_agg(format('%I = ANY ($3)', c.name), ' OR ') FILTER (WHERE c.is_person),
    string_agg(format(CASE WHEN c.is_person THEN '%1$I = CASE WHEN %1$I = ANY ($3) THEN ($4).pseudonym ELSE erased_text(%1$I, $4) END'
      WHEN c.type = '_text' THEN '%1$I = ARRAY(SELECT erased_text(u.element, $4) FROM unnest(%1$I) WITH ORDINALITY AS u(element, n) ORDER BY u.n)'
      ELSE '%1$I = erased_text(%1$I::text, $4)::%2$s' END, c.name, c.type), ', ')
      FILTER (WHERE NOT (c.table_name = 'public.document_item' AND c.name IN ('status', 'error')))
  INTO texts, people, setters
  FROM (SELECT *, name IN ('changed_by', 'who_edited', 'created_by', 'set_by', 'paused_by', 'drain_requested_by', 'submitter') AS is_person
    FROM erasable_columns()) c WHERE c.table_name = erase_texts.table_name;
  IF texts IS NULL THEN RAISE 'no text is erased in the table %', table_name; END IF;
  -- Files with texts of the person: of exports (other documents are found by their data), and those that were sent.
  texts := texts || CASE table_name
    WHEN 'public.document_item' THEN $sql$, CASE template_code WHEN '' THEN readable_text(content) END$sql$
    WHEN 'public.notification_attachment' THEN ', readable_text(content)'
    WHEN 'public.mailbox_message' THEN ', attached_texts(raw)' ELSE '' END;
  folded := pattern_of(e, 'i');
  exact := pattern_of(e, '');
  -- No pattern matches the separator of columns.
  matching := format($sql$ctid >= %L AND ctid < %L AND (contains_text(concat_ws(E'\x1f', %s), $1, $2)%s)$sql$,
    format('(%s,0)', first_block), format('(%s,0)', end_block), texts, ' OR ' || people);
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = table_name::regclass AND attname = 'search') AND table_name <> 'public.audit_entry' THEN
    returned := 'id';
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = table_name::regclass AND attname = 'is_duplicate') THEN
      setters := setters || ', is_duplicate = true';
    END IF;
  ELSIF table_name = 'public.notification_target' THEN
    returned := $sql$CASE WHEN user_id = ($4).user_id OR address ~ '@erased[.]invalid$|^0{6}[0-9]{3}$' THEN notification_id END$sql$;
  ELSIF table_name = 'public.document_item' THEN
    -- A document of the person goes; one that is still to be made is made of the erased data.
    setters := setters || $sql$, content = NULL, status = CASE status WHEN 'DONE' THEN 'FAILED' ELSE status END,
      error = CASE status WHEN 'DONE' THEN 'The document was erased, because it named a person who was erased.' ELSE erased_text(error, $4) END$sql$;
  ELSIF table_name = 'public.audit_entry' THEN setters := setters || ', search = NULL';
  END IF;
  changing := CASE
    WHEN e.dry_run THEN format('SELECT NULL::uuid AS id FROM %s WHERE %s', table_name::regclass, matching)
    WHEN table_name IN ('public.job_result', 'public.mailbox_message', 'public.notification_attachment', 'public.stored_answer') THEN format('DELETE FROM %s WHERE %s RETURNING NULL::uuid AS id', table_name::regclass, matching)
    ELSE format('UPDATE %s SET %s WHERE %s RETURNING %s AS id', table_name::regclass, setters, matching, returned) END;
  IF table_name = 'public.suppression' AND NOT e.dry_run THEN
    DELETE FROM suppression WHERE address ~* folded OR address ~ exact;
  END IF;
  RETURN QUERY EXECUTE format('WITH changed AS (%s) SELECT count(*), coalesce(array_agg(DISTINCT id) FILTER (WHERE id IS NOT NULL), ''{}'') FROM changed', changing)
    USING folded, exact, e.codes, e;
END $$;`,
  `REVOKE ALL ON FUNCTION begin_erasure(uuid, uuid, boolean, text[]), erase_texts(uuid, text, bigint, bigint), texts_of_person(uuid) FROM PUBLIC;`,
];
