/** Adds an import to a list of imports and its name to the list that follows, each at its end. */
export function registered(source: string, { name, from }: { name: string; from: string }, list: RegExp): string {
  if (source.includes(`'${from}'`)) throw new Error(`${from} is registered already`)
  const imports = [...source.matchAll(/^import .*$/gm)]
  const last = imports.at(-1)
  if (!last || !list.test(source)) throw new Error('The list to register in was not found')
  const end = last.index + last[0].length
  const imported = `${source.slice(0, end)}\nimport ${name} from '${from}'${source.slice(end)}`
  return imported.replace(list, (_, before: string, entries: string, after: string) => `${before}${entries.trimEnd().replace(/,$/, '')}, ${name.replaceAll(/[{} ]/g, '')}${after}`)
}
