import { Input } from 'antd'
import type { InterventionAnswer, InterventionRow } from '#approval/wire/intervention.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm, useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { useInterventionText } from './text.ts'
import { useWords } from './words.ts'

/** Interventions: what is asked about them begins with it. */
export const interventionsKey = ['interventions'] as const

const touches = [interventionsKey, ['document'], ['documents'], ['administrationItems'], ['counts']]

/** The ends of a proposal; each asks first, and says what came of it. */
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
