import { Button, type GetRef, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { interventionLabels } from '#approval/interventions.ts'
import { type DecidedIntervention, type InterventionDecision, type InterventionRow, mostDecided } from '#approval/wire/intervention.ts'
import { definePartText } from '#fields/text.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import { cn, en } from './texts.ts'

export const useInterventionText = definePartText<keyof typeof cn>({ cn, en })

/** First part of the query keys of interventions. */
export const interventionsKey = ['interventions'] as const

/** Queries that a settled proposal changes. */
export const touches = [interventionsKey, ['document'], ['documents'], ['administrationItems'], ['counts']]

/** Most proposals that are chosen at once. */
const mostChosen = 1_000

/** Every proposal of a list that the reader may decide on, as the filters show it; the first 1,000. */
export async function allOf(http: Http, filters: object): Promise<readonly InterventionRow[]> {
  const rows: InterventionRow[] = []
  for (let current = 1; rows.length < mostChosen; current += 1) {
    const { records, total } = await http.query<{ records: readonly InterventionRow[]; total: number }>('/workflow/intervention/page', {
      ...filters,
      current,
      size: 200,
    })
    rows.push(...records)
    if (records.length === 0 || rows.length >= total) break
  }
  return rows.filter(({ mayConfirm }) => mayConfirm).slice(0, mostChosen)
}

interface DecisionWithReason {
  readonly decision: InterventionDecision
  readonly reason: string
}

/** A proposal with what became of it. */
interface EndedIntervention extends DecidedIntervention {
  readonly row: InterventionRow
}

async function decide(http: WritingHttp, rows: readonly InterventionRow[],
  { decision, reason }: DecisionWithReason): Promise<readonly EndedIntervention[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bulk = rows.length > mostDecided ? { bulk: crypto.randomUUID() } : {}
  const answers: DecidedIntervention[] = []
  for (let at = 0; at < rows.length; at += mostDecided)
    answers.push(
      ...await http.post<readonly DecidedIntervention[]>('/workflow/intervention/decide', { decision, ...bulk,
        ...(reason !== '' && { reason }), ids: rows.slice(at, at + mostDecided).map(({ id }) => id) }, { quiet: true }),
    )
  return answers.flatMap((answer) => {
    const row = byId.get(answer.id)
    return row ? [{ ...answer, row }] : []
  })
}

interface ChosenProps {
  readonly rows: readonly InterventionRow[]
  readonly decision: InterventionDecision
  onClose(): void
  onDone(): void
}

/** One decision on all chosen proposals: says what is confirmed or declined, then what became of each. */
export function DecideDialog({ rows, decision, onClose, onDone }: ChosenProps) {
  const { t, label, any } = useInterventionText()
  const [reason, setReason] = useState('')
  const input = useRef<GetRef<typeof Input.TextArea>>(null)
  const [decided, setDecided] = useState<readonly EndedIntervention[]>()
  const { run, isPending, problems } = useCommand({ touches })
  const isDecline = decision === 'decline'
  if (decided) return <DecidedDialog decided={decided} decision={decision} onDone={onDone} />
  const kinds = [...new Set(rows.map(({ action }) => action))].map((action) =>
    t('ofKind', { action: label(interventionLabels[action]), count: rows.filter((row) => row.action === action).length })
  )
  const send = () => run((http) => decide(http, rows, { decision, reason: reason.trim() }), setDecided)
  return (
    <Modal open title={t(isDecline ? 'declineSeveral' : 'confirmSeveral', { count: rows.length })} okText={t(decision)}
      cancelText={t('cancel')} okButtonProps={{ danger: isDecline, disabled: isDecline && reason.trim() === '' }} confirmLoading={isPending}
      onOk={() => void send()} onCancel={onClose} afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p>{kinds.join(any('list.comma'))}</p>
      {isDecline
        ? (
          <Input.TextArea ref={input} aria-label={t('declineReason')} placeholder={t('reasonNeeded')} maxLength={500} rows={3}
            value={reason} onChange={({ target }) => setReason(target.value)} />
        )
        : <p>{t('confirmSeveralText')}</p>}
      {Object.values(problems).map((problem) => <p key={problem} role="alert" className="red">{problem}</p>)}
    </Modal>
  )
}

/** The outcome of each proposal: the number of those that went as decided, and every other one by its document. */
function DecidedDialog(
  { decided, decision, onDone }: Pick<ChosenProps, 'decision' | 'onDone'> & { readonly decided: readonly EndedIntervention[] },
) {
  const { t, reason: sentence } = useInterventionText()
  const linkOf = useDocumentLink()
  const wanted = decision === 'confirm' ? 'confirmed' : 'declined'
  const others = decided.filter(({ outcome }) => outcome !== wanted)
  const said = ({ outcome, why }: EndedIntervention): string => why ? sentence(why) : t(outcome === 'lapsed' ? 'lapsedWhy' : 'expiredWhy')
  return (
    <Modal open title={t('decidedTitle')} onCancel={onDone} footer={<Button type="primary" onClick={onDone}>{t('close')}</Button>}>
      <div role="status" className="oa-intervention-decided">
        <p>{t(decision === 'confirm' ? 'confirmedCount' : 'declinedCount', { count: decided.length - others.length })}</p>
        {others.length > 0 && <p className="orange">{t('notDecidedCount', { count: others.length })}</p>}
        <ul>
          {others.map((each) => (
            <li key={each.id}>
              <Link className="num" to={linkOf({ businessType: each.row.type, procInstId: each.row.document, routeName: '' })}
                onClick={onDone}
              >
                {each.row.number}
              </Link>{' '}
              {said(each)}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
