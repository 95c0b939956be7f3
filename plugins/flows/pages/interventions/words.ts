import type { InterventionRow } from '#approval/wire/intervention.ts'
import type { NamedPerson } from '#approval/wire/person.ts'
import { useInterventionText } from './text.ts'

/** Returns the sentences about a proposal: what would be done, who may confirm it, and how it ended. */
export function useWords() {
  const { t, any, name, label } = useInterventionText()
  const nameOf = (person: NamedPerson | null) => name(person?.name ?? '')
  const names = (people: readonly NamedPerson[]) => people.map(nameOf).join(any('list.comma'))
  return {
    what({ action, step, target, holder, assignee }: InterventionRow): string {
      const blanks = { step: label(step), target: target ? label(target) : '', holder: nameOf(holder), assignee: nameOf(assignee) }
      return t(action === 'skip' && holder ? 'skipHeld' : action, blanks)
    },
    /** Of one's own proposal that waits. */
    whoCan({ confirmation }: InterventionRow): string | undefined {
      if (!confirmation) return undefined
      const { confirmers, candidates } = confirmation
      if (confirmers.length > 0) return t('canConfirm', { names: names(confirmers) })
      return candidates.length > 0 ? t('nobody', { names: names(candidates) }) : t('nobodyAtAll')
    },
    /** The person who ended it, and the reason. */
    ending({ state, endedBy, endedAt, answer }: InterventionRow): string {
      const who = endedBy ? t('endedBy', { name: nameOf(endedBy), time: (endedAt ?? '').slice(0, 16) }) : ''
      const why = state === 'lapsed' ? t('lapsedWhy') : state === 'expired' ? t('expiredWhy') : (answer ?? '')
      return [who, why].filter(Boolean).join(' · ')
    },
  }
}
