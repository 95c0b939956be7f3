import { choiceKind } from '../families/choice-family.ts'

/** One of few values, all of them visible. */
export const radio = choiceKind(['dict', 'options', 'clears'])
