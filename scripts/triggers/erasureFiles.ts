/** Finds files in base64: a run of at least 16 characters, or any value of a member `data` in JSON, also in JSON within a text. */
const BASE64 = String.raw`"data\\*"[[:space:]]*:[[:space:]]*\\*"[A-Za-z0-9+/]{6,}|[A-Za-z0-9+/]{16,}`;
/** Base64 of what PDF, PNG, JPEG, GIF, WebP, ZIP with office documents, and gzip files begin with. */
const BINARY = '^(?:JVBERi0|iVBORw0K|/9j/|R0lGOD|UklGR|UEsDB|H4sI)';

/** Reads files in which texts of a person are looked for, and removes files from JSON (docs/erasing.md). */
export const erasureFiles: readonly string[] = [
  String.raw`-- The text of a file in UTF-8; of other files, what it is in each of some character sets, without the zeros of UTF-16. A
-- byte-order mark would be a letter of the first word.
CREATE FUNCTION readable_text(content bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  plain bytea;
  texts text := '';
  charset name;
BEGIN
  RETURN ltrim(convert_from(content, 'UTF8'), E'\uFEFF');
EXCEPTION WHEN others THEN
  plain := decode(regexp_replace(replace(replace(encode(content, 'escape'), '\\', '/'), '\000', ''),
    '^(?:\\377\\376|\\376\\377|\\357\\273\\277)', ''), 'escape');
  FOREACH charset IN ARRAY '{LATIN1,LATIN2,WIN1250,WIN1251,WIN1252}'::name[] LOOP
    BEGIN
      texts := concat_ws(E'\x1f', texts, convert_from(plain, charset));
    EXCEPTION WHEN others THEN NULL;
    END;
  END LOOP;
  -- UTF-8 that a Log has cut off within a character.
  FOR cut IN 1 .. least(3, length(content)) LOOP
    CONTINUE WHEN get_byte(content, length(content) - cut) < 192;
    BEGIN
      texts := concat_ws(E'\x1f', texts, ltrim(convert_from(substr(content, 1, length(content) - cut), 'UTF8'), E'\uFEFF'));
    EXCEPTION WHEN others THEN NULL;
    END;
  END LOOP;
  RETURN texts;
END $$;`,
  String.raw`-- The texts of the files that are attached to a stored e-mail in base64.
CREATE FUNCTION attached_texts(raw bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN (SELECT string_agg(readable_text(decode(left(base64, length(base64) / 4 * 4), 'base64')), E'\x1f') FROM (
    SELECT regexp_replace(m[1], '[^A-Za-z0-9+/=]', '', 'g') AS base64 FROM regexp_matches(convert_from(raw, 'LATIN1'),
      '^content-transfer-encoding: *base64(?:\r?\n[^\r\n]+)*\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)', 'gin') AS m) AS parts);
EXCEPTION WHEN others THEN RETURN NULL;
END $$;`,
  String.raw`-- The files in base64 in a text, without padding, in which one of the patterns matches: folded in any case, exact in its own.
CREATE FUNCTION files_with(content text, folded text, exact text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  files text[] := '{}';
  run text;
  base64 text;
  plain text;
BEGIN
  -- Most rows have none.
  IF content IS NULL OR content !~ '${BASE64}' THEN RETURN files; END IF;
  FOR run IN SELECT m[1] FROM regexp_matches(content, '${BASE64}', 'g') AS m LOOP
    base64 := CASE left(run, 1) WHEN '"' THEN regexp_replace(run, '^"data\\*"[[:space:]]*:[[:space:]]*\\*"', '') ELSE run END;
    -- Not the names of members, paths and numbers in hexadecimal.
    CONTINUE WHEN base64 = run AND NOT (run ~ '[A-Z]' AND run ~ '[a-z]') OR base64 ~ '${BINARY}' OR base64 = ANY (files);
    plain := readable_text(decode(CASE length(base64) % 4 WHEN 1 THEN left(base64, -1)
      ELSE rpad(base64, (length(base64) + 3) / 4 * 4, '=') END, 'base64'));
    IF plain ~* folded OR plain ~ exact THEN files := files || base64; END IF;
  END LOOP;
  -- Longer ones first: a shorter one may be their beginning.
  RETURN ARRAY(SELECT f FROM unnest(files) AS f ORDER BY length(f) DESC);
END $$;`,
  `-- Whether one of the patterns matches in a text, or in a file in base64 in it.
CREATE FUNCTION contains_text(content text, folded text, exact text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN content ~* folded OR content ~ exact OR cardinality(files_with(content, folded, exact)) > 0;
END $$;`,
  `-- A text without these files in base64: attachments are removed from their JSON, in place of others stands the pseudonym.
CREATE FUNCTION without_files(content text, files text[], pseudonym text) RETURNS text LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  file text;
BEGIN
  IF NOT EXISTS (SELECT FROM unnest(files) AS f WHERE position(f IN content) > 0) THEN RETURN content; END IF;
  IF content ~ '^[[:space:]]*[[{]' THEN
    BEGIN
      RETURN json_without_files(content::json, files, pseudonym);
    EXCEPTION WHEN others THEN NULL; -- It is no JSON, or was cut off.
    END;
  END IF;
  FOREACH file IN ARRAY files LOOP
    content := replace(replace(replace(content, file || '==', pseudonym), file || '=', pseudonym), file, pseudonym);
  END LOOP;
  RETURN content;
END $$;`,
  `-- The same for JSON, and for JSON within its texts.
CREATE FUNCTION json_without_files(content json, files text[], pseudonym text) RETURNS text LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  CASE json_typeof(content)
  WHEN 'object' THEN
    RETURN (SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || json_without_files(CASE
      WHEN key = 'attachments' AND json_typeof(value) = 'array' THEN (SELECT coalesce(json_agg(a.one ORDER BY a.n), '[]')
        FROM json_array_elements(value) WITH ORDINALITY AS a(one, n)
        WHERE coalesce(rtrim(a.one ->> 'data', '=') <> ALL (files), true))
      ELSE value END, files, pseudonym), ',' ORDER BY n), '') || '}' FROM json_each(content) WITH ORDINALITY AS m(key, value, n));
  WHEN 'array' THEN
    RETURN (SELECT '[' || coalesce(string_agg(json_without_files(one, files, pseudonym), ',' ORDER BY n), '') || ']'
      FROM json_array_elements(content) WITH ORDINALITY AS a(one, n));
  WHEN 'string' THEN RETURN to_json(without_files(content #>> '{}', files, pseudonym))::text;
  ELSE RETURN content::text;
  END CASE;
END $$;`,
];
