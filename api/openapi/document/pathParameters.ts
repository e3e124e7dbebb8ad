/**
 * Descriptions of path parameters by name. An operation for which a name means something else has its own
 * (`Route.pathParameters`).
 */
export const pathParameterTexts: Readonly<Record<string, string>> = {
  chunkId: 'Id of the chunk of the step.',
  code: 'Code of the record.',
  documentTemplateCode: 'Code of the FormatterTemplate.',
  format: 'Name or media type of the format: `pdf` or `application/pdf`. `GET /api/v2/documents/formats` lists them.',
  groupCode: 'Code of the group.',
  groupId: 'Id or code of the group.',
  id: 'Id of the record.',
  idOrCode: 'Id of the record, or its code if the kind has codes. A UUID is looked up as an id first.',
  ids: 'Ids of the records, or their codes if the kind has codes, separated by commas.',
  indexName: 'Path of the kind of the index, such as `user-groups`.',
  jobId: 'Id of the job.',
  jobStepId: 'Id of the step.',
  ldapMemberOf: 'Distinguished name of the group, or its code in the directory.',
  name: 'Name of the queue.',
  newState: 'The new status: `CANCELLED` or `PLAN`.',
  olderThan: 'The logs must have started before this date-time or day.',
  ownerId: 'Id of the owner in its own system.',
  ownerType: 'Type of the owner.',
  path: 'Name of the characteristic, with dots into nested objects.',
  refId: 'Id of the reference in its own system.',
  refIds: 'Ids of the references in their own system, separated by commas.',
  refType: 'Type of the reference.',
  regionId: 'Id of the region.',
  scriptCode: 'Code of the script.',
  subType: 'The sharingTypeCode of the sharings.',
  templateCode: 'Code of the FormatterTemplate.',
  userId: 'Id of the user.',
  value: 'The value of the characteristic.',
};
