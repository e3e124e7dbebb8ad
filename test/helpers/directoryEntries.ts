/** The entries of a test directory, as LDIF: groups below `baseDn`, one outside it, and a person. */
export const baseDn = 'ou=groups,dc=example,dc=org';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const group = (dn: string, cn: string, more = ''): string => `dn:: ${base64(dn)}
objectClass: groupOfNames
objectClass: extensibleObject
cn:: ${base64(cn)}
member: cn=waybill,dc=example,dc=org
${more}
`;

export const ldif = `dn: ${baseDn}
objectClass: organizationalUnit
ou: groups

dn: ou=inner,${baseDn}
objectClass: organizationalUnit
ou: inner

${group(
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
${group(`cn=Smith\\, \\"Joe\\" \\+ Sons,ou=inner,${baseDn}`, 'Smith, "Joe" + Sons')}
${group(`cn=twice,ou=inner,${baseDn}`, 'twice')}
${group(`cn=twice,${baseDn}`, 'twice')}
${group(`cn=Správci *(všech) \\5C,${baseDn}`, 'Správci *(všech) \\')}
${group('cn=outside,dc=example,dc=org', 'outside')}
dn: cn=nobody,${baseDn}
objectClass: person
cn: nobody
sn: nobody
`;
