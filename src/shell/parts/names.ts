/** The short sign of a person: a three-character Chinese name's given name, else the family name; two Latin letters. */
export function initialOf(name: string): string {
  if (/\p{Script=Han}/u.test(name)) {
    const characters = [...name.replace(/\s/g, '')]
    return (characters.length === 3 ? characters[2] : characters[0]) ?? ''
  }
  const words = name.split(/\s+/).filter(Boolean)
  return words.slice(0, 2).map((word) => word[0]?.toUpperCase()).join('')
}
