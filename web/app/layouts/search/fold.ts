/** Plain lower-case letters, so that words are found on any keyboard; all four Turkish i's become one. */
export const fold = (text: string) =>
  text.replace(/[Iİı]/g, 'i').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim()
