/** Kinds whose records decide what callers may do. Triggers of their tables notify all processes, and write audit entries. */
export const kindsOfRights: ReadonlySet<string> = new Set([
  'User',
  'UserRole',
  'UserUserGroup',
  'UserGroup',
  'Role',
  'AccessRule',
  'RoleAccessRule',
]);
