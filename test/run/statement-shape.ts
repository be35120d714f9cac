/** True if PostgreSQL can prepare it: a statement that reads or writes rows. */
export const isPreparable = (text: string) =>
  /^\s*(with|select|insert|update|delete|merge|values)\b/i.test(text)

/** The same for statements that differ only in how many values they are given. */
export const shapeOf = (text: string) =>
  text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(, \$)+/g, '$')
    .replaceAll(/\(\$\)(, \(\$\))+/g, '($)')
