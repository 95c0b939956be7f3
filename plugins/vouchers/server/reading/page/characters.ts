/** Stands for a character that a file names and its font has not. */
export const lostCharacter = '\uFFFD'

/** Characters and what they stand for: radicals of fonts, which Unicode does not make one with the characters that they look like. */
const radicals =
  '⺁厂⺄乙⺅亻⺈刀⺌小⺎兀⺒巳⺖忄⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺠民⺡氵⺣灬⺤爪⺦丬⺧牛⺨犭⺩王⺪疋⺫罒⺬示⺭礻⺮竹⺰纟⺲罒⺶羊⺹耂⺺聿⺼肉⺽臼⺾艹' +
  '⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻏阝⻐钅⻑長⻓长⻔门⻕阜⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀'
const characterOf = new Map(Array.from({ length: radicals.length / 2 }, (_, index) => [radicals[index * 2], radicals[index * 2 + 1]]))

/** Radicals, characters that are kept for older systems, and letters and digits of full width. */
const variants = /[\u2e80-\u2fd5\uf900-\ufaff０-９Ａ-Ｚａ-ｚ]/g
/** Half of a character that is written as two. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text with the characters that a reader sees in it, whatever its font calls them. Marks keep their width. */
export const plainCharacters = (text: string): string =>
  text.replaceAll(variants, (character) => characterOf.get(character) ?? character.normalize('NFKC')).replaceAll(halves, lostCharacter)
