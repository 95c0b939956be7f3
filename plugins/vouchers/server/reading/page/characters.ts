/** Replacement for a character that is missing in the file's font. */
export const lostCharacter = '\uFFFD'

/** Pairs of CJK radicals and the characters that look alike, where Unicode normalization does not map them. */
const radicals =
  '⺁厂⺄乙⺅亻⺈刀⺌小⺎兀⺒巳⺖忄⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺠民⺡氵⺣灬⺤爪⺦丬⺧牛⺨犭⺩王⺪疋⺫罒⺬示⺭礻⺮竹⺰纟⺲罒⺶羊⺹耂⺺聿⺼肉⺽臼⺾艹' +
  '⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻏阝⻐钅⻑長⻓长⻔门⻕阜⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀'
const characterOf = new Map(Array.from({ length: radicals.length / 2 }, (_, index) => [radicals[index * 2], radicals[index * 2 + 1]]))

/** Radicals, compatibility characters, and full-width letters and digits. */
const variants = /[\u2e80-\u2fd5\uf900-\ufaff０-９Ａ-Ｚａ-ｚ]/g
/** Unpaired surrogates. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Normalizes look-alike characters to the ones that a reader sees; punctuation keeps its width. */
export const plainCharacters = (text: string): string =>
  text.replaceAll(variants, (character) => characterOf.get(character) ?? character.normalize('NFKC')).replaceAll(halves, lostCharacter)
