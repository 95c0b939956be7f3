import { isValueOf, factPattern, type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'

/** The opinion with a fact stated in a line at its end, or without the line when the value is empty. */
export function stating(opinion: string, fact: OpinionFact, value: string): string {
  const line = value === '' ? '' : `【${fact.title}：${value}】`
  const before = factPattern(fact)
  if (before.test(opinion)) return opinion.replace(before, (found) => (line !== '' && found.startsWith('\n') ? `\n${line}` : line))
  return [opinion, line].filter((part) => part !== '').join('\n')
}

/** The opinion with what the form holds already under the names of facts that it does not state yet. */
export const proposing = (opinion: string, facts: readonly OpinionFact[], value: Readonly<Record<string, unknown>>): string =>
  facts.reduce((text, fact) => {
    const known = value[fact.key]
    const stated = typeof known === 'string' && fact.pattern === undefined ? known.slice(0, 16) : known
    return statedIn(text, fact) === '' && typeof stated === 'string' && isValueOf(fact, stated) ? stating(text, fact, stated) : text
  }, opinion)

/** The opinion without what the inputs of facts wrote into it. */
export const spokenPart = (opinion: string, facts: readonly OpinionFact[]): string =>
  facts.reduce((text, fact) => stating(text, fact, ''), opinion).trim()

/** Other words in the place of the opinion; the facts that were stated stay. */
export const withSpoken = (opinion: string, words: string, facts: readonly OpinionFact[]): string =>
  facts.reduce((text, fact) => stating(text, fact, statedIn(opinion, fact)), words)
