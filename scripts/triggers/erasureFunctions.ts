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

/** What finds and replaces the texts of a person in every table (docs/erasing.md). */
export const erasureFunctions: readonly string[] = [
  `-- Tables and text columns that may contain a text of a person: all but those that never do. A new table is one of them.
CREATE FUNCTION erasable_columns() RETURNS TABLE (place text, name text, type text) LANGUAGE sql STABLE ${OWNER} AS $$
  SELECT n.nspname || '.' || c.relname, a.attname::text, t.typname::text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    JOIN pg_type t ON t.oid = a.atttypid
  WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND t.typname IN ('text', 'varchar', 'json', 'jsonb')
    -- Patterns of erasures; keys and hashes; what a process overwrites within seconds; numbers and names of kinds.
    AND c.relname NOT IN ('erasure', 'shared_key', 'user_password', 'process', 'search_index', 'search_index_count',
      'cache_generation', 'claim_clock', 'circuit_breaker', 'activity')
    -- Search documents are computed anew from the records.
    AND NOT (a.attname = 'search' AND n.nspname = 'public');
$$;`,
  `-- The tables in which texts of a person are looked for, with their sizes in blocks.
CREATE FUNCTION erasure_places() RETURNS TABLE (place text, blocks bigint) LANGUAGE sql STABLE ${OWNER} AS $$
  SELECT c.place, greatest(pg_relation_size(c.place::regclass),
      (SELECT max(pg_relation_size(p.relid)) FROM pg_partition_tree(c.place::regclass) p WHERE p.isleaf))
    / current_setting('block_size')::bigint + 1
  FROM erasable_columns() c GROUP BY c.place ORDER BY c.place;
$$;`,
  `-- A text with the texts of the person replaced. What JSON text has between quotation marks stays there.
CREATE FUNCTION erased_text(content text, e erasure) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  FOR n IN 1 .. cardinality(e.patterns) LOOP
    content := regexp_replace(content, e.patterns[n], e.replacements[n], 'g' || e.flags[n]);
  END LOOP;
  RETURN content;
END $$;`,
  String.raw`-- Begins the erasure of a person, after its record has been changed: finds its texts in all versions of the record, erases
-- these, stores the patterns that find the texts elsewhere, and returns how many there are of each type, and which are not
-- looked for. Takes over the patterns of an erasure that has not ended.
CREATE FUNCTION begin_erasure(job uuid, person uuid, dry boolean, reserved text[]) RETURNS json LANGUAGE plpgsql ${OWNER} AS $$
DECLARE
  pseudonym text := 'erased-' || left(md5(person::text), 12);
  e erasure;
  earlier erasure;
  found record;
  coded text;
  is_shared boolean;
  digits text;
  quoted text;
  pattern text;
  reason text;
  own_codes text[];
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
  SELECT array_agg(DISTINCT code) INTO own_codes FROM history WHERE kind = 'User' AND record_id = person;
  FOR found IN
    WITH states AS (SELECT doc::json AS d FROM history WHERE kind = 'User' AND record_id = person),
    texts AS (
      SELECT DISTINCT v.type, btrim(v.value) AS value FROM states, LATERAL (VALUES
        ('email', d ->> 'email'), ('webSite', d ->> 'webSite'), ('code', d ->> 'code'), ('phoneNumber', d ->> 'phoneNumber'),
        ('name', d ->> 'name'), ('name', (d ->> 'givenName') || ' ' || (d ->> 'familyName')),
        ('name', (d ->> 'familyName') || ' ' || (d ->> 'givenName'))) AS v(type, value))
    -- An address is replaced before a code that is part of it.
    SELECT t.type, t.value FROM texts t
    WHERE t.value <> '' AND position(pseudonym IN t.value) = 0 AND NOT (t.type = 'name' AND t.value = ANY (own_codes))
    ORDER BY array_position('{email,webSite,phoneNumber,name,code}', t.type), length(t.value) DESC, t.value
  LOOP
    reason := NULL;
    is_shared := false;
    digits := regexp_replace(found.value, '[^0-9]', '', 'g');
    quoted := ${literal('found.value')};
    -- JSON text has escapes of its own for quotation marks and backslashes.
    IF to_json(found.value)::text <> '"' || found.value || '"' THEN
      quoted := '(?:' || quoted || '|' || ${literal(`substr(to_json(found.value)::text, 2, length(to_json(found.value)::text) - 2)`)} || ')';
    END IF;
    CASE found.type
      WHEN 'email', 'code' THEN
        pattern := '${BEFORE_ADDRESS}' || quoted || '${AFTER_ADDRESS}'
          || CASE WHEN found.value ~ '^[[:alpha:]]+$' THEN '${NO_MEMBER_NAME}' ELSE '' END;
      WHEN 'phoneNumber' THEN
        -- In any notation, with or without the country code: the last nine digits are the number.
        pattern := '(?<![[:alnum:]])(?:(?:\+|00)?[0-9]{1,3}${GAP})?\+?'
          || array_to_string(regexp_split_to_array(right(digits, 9), ''), '${GAP}') || '(?![[:alnum:]])';
      ELSE
        pattern := '${BEFORE_WORD}' || regexp_replace(quoted, '[[:space:]]+', '[[:space:]]+', 'g') || '${AFTER_WORD}';
    END CASE;
    SELECT EXISTS (SELECT FROM app_user o, LATERAL (SELECT o.doc::json AS d) AS of WHERE o.id <> person AND (
      o.code ~* pattern OR d ->> 'name' ~* pattern OR d ->> 'email' ~* pattern
      OR d ->> 'phoneNumber' ~* pattern OR d ->> 'webSite' ~* pattern)) INTO is_shared;
    IF found.type = 'code' THEN
      FOR coded IN SELECT c.place FROM erasable_columns() c WHERE c.name = 'code' AND c.place NOT IN ('public.app_user', 'public.history') LOOP
        EXIT WHEN is_shared;
        EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE code ~* $1)', coded::regclass) INTO is_shared USING pattern;
      END LOOP;
      -- Members with nothing but the code of a user have that of the person, whatever else the word means.
      IF NOT EXISTS (SELECT FROM app_user o WHERE o.id <> person AND o.code = found.value) THEN
        e.codes := e.codes || found.value;
        e.patterns := e.patterns || ('(?<="(?:whoInserted|whoEdited|user)":)"' || quoted || '"');
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
    CONTINUE WHEN pattern = ANY (e.patterns);
    IF digits <> '' AND found.type IN ('phoneNumber', 'code') AND found.value !~ '[[:alpha:]]' THEN
      -- Where JSON has it as a number.
      e.patterns := e.patterns || ('(?<=[:,\[])' || pattern || '(?=[],}])');
      e.flags := e.flags || ''::text;
      e.replacements := e.replacements || 'null'::text;
    END IF;
    e.patterns := e.patterns || pattern;
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
    UPDATE history h SET code = pseudonym, doc = (
      SELECT '{' || string_agg(to_json(m.key)::text || ':' || CASE m.key
          WHEN 'code' THEN to_json(pseudonym)::text WHEN 'name' THEN to_json(pseudonym)::text WHEN 'chars' THEN '{}' ELSE m.value::text END,
        ',' ORDER BY m.n) || '}'
      FROM json_each(h.doc::json) WITH ORDINALITY AS m(key, value, n)
      WHERE m.key IN ('id', 'code', 'type', 'name', 'status', 'validFrom', 'validTo', 'authentication', 'groups', 'roles', 'chars'))
    WHERE h.kind = 'User' AND h.record_id = person;
  END IF;
  RETURN json_build_object('pseudonym', pseudonym, 'searched', searched, 'skipped', skipped);
END $$;`,
  String.raw`-- Replaces the texts of the person in the rows of some blocks of a table, or deletes the rows where others would be of no use.
-- A dry run only counts. Returns the number of rows and, of a table of records, their ids; of its targets, those of their notifications.
CREATE FUNCTION erase_texts(job uuid, place text, first_block bigint, end_block bigint, dry boolean) RETURNS TABLE (found bigint, ids uuid[])
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
  SELECT string_agg(format('%I::text', c.name), ', '), string_agg(format('%I = ANY ($3)', c.name), ' OR ') FILTER (WHERE c.is_person),
    string_agg(format(CASE WHEN c.is_person THEN '%1$I = CASE WHEN %1$I = ANY ($3) THEN $4.pseudonym ELSE erased_text(%1$I, $4) END'
      ELSE '%1$I = erased_text(%1$I::text, $4)::%2$s' END, c.name, c.type), ', ')
      FILTER (WHERE NOT (c.place = 'public.document_item' AND c.name IN ('status', 'error')))
  INTO texts, people, setters
  FROM (SELECT *, name IN ('changed_by', 'who_edited', 'created_by', 'set_by', 'paused_by', 'drain_requested_by', 'submitter') AS is_person
    FROM erasable_columns()) c WHERE c.place = erase_texts.place;
  IF texts IS NULL THEN RAISE 'no text is erased in the table %', place; END IF;
  SELECT string_agg('(?:' || p || ')', '|') FILTER (WHERE f = 'i'), string_agg('(?:' || p || ')', '|') FILTER (WHERE f = '')
  INTO folded, exact FROM unnest(e.patterns, e.flags) AS u(p, f);
  matching := format($sql$ctid >= %L AND ctid < %L AND (concat_ws(E'\n', %s) ~* $1 OR concat_ws(E'\n', %s) ~ $2%s)$sql$,
    format('(%s,0)', first_block), format('(%s,0)', end_block), texts, texts, ' OR ' || people);
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = place::regclass AND attname = 'search') AND place <> 'public.audit_entry' THEN
    returned := 'id';
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = place::regclass AND attname = 'is_duplicate') THEN
      setters := setters || ', is_duplicate = true';
    END IF;
  ELSIF place = 'public.notification_target' THEN
    returned := $sql$CASE WHEN user_id = ($4).user_id OR address ~ '@erased[.]invalid$|^0{6}[0-9]{3}$' THEN notification_id END$sql$;
  ELSIF place = 'public.document_item' THEN
    -- A document of the person goes; one that is still to be made is made of the erased data.
    setters := setters || $sql$, content = NULL, status = CASE status WHEN 'DONE' THEN 'FAILED' ELSE status END,
      error = CASE status WHEN 'DONE' THEN 'The document was erased with a person that its data named.' ELSE erased_text(error, $4) END$sql$;
  ELSIF place = 'public.audit_entry' THEN setters := setters || ', search = NULL';
  END IF;
  changing := CASE
    WHEN dry OR e.dry_run THEN format('SELECT NULL::uuid AS id FROM %s WHERE %s', place::regclass, matching)
    WHEN place IN ('public.job_result', 'public.mailbox_message', 'public.stored_answer') THEN format('DELETE FROM %s WHERE %s RETURNING NULL::uuid AS id', place::regclass, matching)
    ELSE format('UPDATE %s SET %s WHERE %s RETURNING %s AS id', place::regclass, setters, matching, returned) END;
  IF place = 'public.suppression' AND NOT (dry OR e.dry_run) THEN
    DELETE FROM suppression WHERE address ~* folded OR address ~ exact;
  END IF;
  RETURN QUERY EXECUTE format('WITH changed AS (%s) SELECT count(*), coalesce(array_agg(DISTINCT id) FILTER (WHERE id IS NOT NULL), ''{}'') FROM changed', changing)
    USING coalesce(folded, '(?!)'), coalesce(exact, '(?!)'), e.codes, e;
END $$;`,
  `REVOKE ALL ON FUNCTION begin_erasure(uuid, uuid, boolean, text[]), erase_texts(uuid, text, bigint, bigint, boolean) FROM PUBLIC;`,
];
