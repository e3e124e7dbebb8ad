/** Returns SQL of the link members in the text of a record, as JSON text. */
export const linksOf = (members: readonly string[], doc: string): string =>
  `json_strip_nulls(json_build_object(${members.map((member) => `'${member}', ${doc}::json -> '${member}'`).join(', ')}))::text`;
