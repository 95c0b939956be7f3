import { choiceKind } from '../families/choice-family.ts'

/** One of few values, all in sight. */
export const radio = choiceKind(['dict', 'options', 'clears'])
