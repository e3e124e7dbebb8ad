export const baseDn = 'ou=groups,dc=example,dc=org';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns a group as LDIF; `more` are lines of further attributes. */
export const groupEntry = (dn: string, cn: string, more = ''): string => `dn:: ${base64(dn)}
objectClass: groupOfNames
objectClass: extensibleObject
cn:: ${base64(cn)}
member: cn=waybill,dc=example,dc=org
${more}
`;

/** The base and a unit within it, as LDIF. */
export const baseEntries = `dn: ${baseDn}
objectClass: organizationalUnit
ou: groups

dn: ou=inner,${baseDn}
objectClass: organizationalUnit
ou: inner
`;

/** The entries of a test directory as LDIF: groups below `baseDn`, one group outside it, and a person. */
export const ldif = `${baseEntries}
${groupEntry(
  `cn=network,${baseDn}`,
  'network',
  `description: Who keeps the network
mail: network@example.org
telephoneNumber: +420 1
businessCategory: first
businessCategory: second
l: Brno
`,
)}
${groupEntry(`cn=Smith\\, \\"Joe\\" \\+ Sons,ou=inner,${baseDn}`, 'Smith, "Joe" + Sons')}
${groupEntry(`cn=twice,ou=inner,${baseDn}`, 'twice')}
${groupEntry(`cn=twice,${baseDn}`, 'twice')}
${groupEntry(`cn=Správci *(všech) \\5C,${baseDn}`, 'Správci *(všech) \\')}
${groupEntry('cn=outside,dc=example,dc=org', 'outside')}
dn: cn=nobody,${baseDn}
objectClass: person
cn: nobody
sn: nobody
`;
