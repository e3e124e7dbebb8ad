/** A record as it is sent. Of `auditInfo` the service reads the version alone. */
export type Written<Stored extends { auditInfo?: object }> = Omit<Stored, 'auditInfo'> & {
  auditInfo?: Partial<NonNullable<Stored['auditInfo']>>;
};
