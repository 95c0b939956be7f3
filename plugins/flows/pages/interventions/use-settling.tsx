import { Input } from 'antd'
import type { InterventionAnswer, InterventionRow } from '#approval/wire/intervention.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm, useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import type { NamedPerson } from '#approval/wire/person.ts'
import { useInterventionText } from './text.ts'

/** First part of the query keys of interventions. */
export const interventionsKey = ['interventions'] as const

const touches = [interventionsKey, ['document'], ['documents'], ['administrationItems'], ['counts']]

/** Actions that settle a proposal; each asks for confirmation and shows its outcome. */
export interface InterventionActions {
  confirm(row: InterventionRow): void
  decline(row: InterventionRow): void
  withdraw(row: InterventionRow): void
}

/** Returns how proposals are confirmed, declined and withdrawn. */
export function useSettling(): InterventionActions {
  const { t } = useInterventionText()
  const words = useWords()
  const { reactions } = useBackend()
  const dialogs = useDialogs()
  const ask = useConfirm()
  const { run } = useCommand({ touches })
  const said = { confirmed: 'doneConfirmed', declined: 'doneDeclined', withdrawn: 'doneWithdrawn', lapsed: 'doneLapsed',
    expired: 'doneLapsed' } as const
  const send = (act: string, body: object) =>
    run((http) => http.post<InterventionAnswer>(`/workflow/intervention/${act}`, body), ({ outcome }) =>
      reactions.notify({ kind: outcome === 'lapsed' ? 'warning' : 'success', text: t(said[outcome]) }))
  const decline = async (row: InterventionRow) => {
    const { confirm } = await dialogs()
    let reason = ''
    const dialog = confirm({ title: t('declineAsk'), okText: t('decline'), okButtonProps: { danger: true, disabled: true },
      onOk: () => void send('decline', { id: row.id, reason: reason.trim() }),
      content: (
        <Input.TextArea autoFocus aria-label={t('declineReason')} placeholder={t('reasonNeeded')} maxLength={500} rows={3}
          onChange={({ target }) => {
            reason = target.value
            dialog.update({ okButtonProps: { danger: true, disabled: reason.trim() === '' } })
          }} />
      ) })
  }
  return {
    confirm: (row) =>
      void ask({ title: t('confirmAsk'), content: t('confirmText', { what: words.what(row) }), okText: t('confirm'), onOk: () =>
        void send('confirm', { id: row.id }) }),
    decline: (row) => void decline(row),
    withdraw: (row) =>
      void ask({ title: t('withdrawAsk'), content: words.what(row), okText: t('withdraw'), onOk: () =>
        void send('withdraw', { id: row.id }) }),
  }
}

/** Returns the sentences about a proposal: what would be done, who may confirm it, and how it ended. */
export function useWords() {
  const { t, any, name, label } = useInterventionText()
  const nameOf = (person: NamedPerson | null) => name(person?.name ?? '')
  const names = (people: readonly NamedPerson[]) => people.map(nameOf).join(any('list.comma'))
  return {
    what({ action, step, target, holder, assignee }: InterventionRow): string {
      const blanks = { step: label(step), target: target ? label(target) : '', holder: nameOf(holder), assignee: nameOf(assignee) }
      if (action === 'skip' && holder) return t('skipHeld', blanks)
      return t(action === 'void' && step.cn === '' ? 'voidCompleted' : action, blanks)
    },
    /** For one's own waiting proposal: the people who may confirm it. */
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
