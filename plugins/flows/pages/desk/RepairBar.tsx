import { Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { person } from '#kernel/fields.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { KindControl, Labelled } from '../designer/panel/fields.tsx'
import { deskKey, type Repair, repairAll, type Repaired, repairs } from './repairs.ts'
import { named, useDeskText } from './text.ts'

/** The repairs for the documents that are chosen. */
export function RepairBar({ rows, onDone }: { rows: readonly DocumentRow[]; onDone(): void }) {
  const { t } = useDeskText()
  const [asked, setAsked] = useState<Repair>()
  return (
    <span className="oa-desk-bar">
      <strong className="num">{t('chosen', { count: rows.length })}</strong>
      {repairs.map((repair) => (
        <Button key={repair} size="small" danger={repair === 'forceEnd'} onClick={() => setAsked(repair)}>{t(`repair.${repair}`)}</Button>
      ))}
      <Button type="link" size="small" onClick={onDone}>{t('clear')}</Button>
      {asked && <RepairDialog repair={asked} rows={rows} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </span>
  )
}

interface RepairDialogProps {
  readonly repair: Repair
  readonly rows: readonly DocumentRow[]
  onClose(): void
  onDone(): void
}

/** Dialog of a repair: asks for the reason, then lists refused documents with their reasons. */
function RepairDialog({ repair, rows, onClose, onDone }: RepairDialogProps) {
  const { t, name } = useDeskText()
  const holders = [...new Map(rows.flatMap(({ assignees }) => assignees).map((each) => [each.id, each])).values()]
  const [comment, setComment] = useState('')
  const [from, setFrom] = useState(holders[0]?.id)
  const [to, setTo] = useState<string>()
  const [repaired, setRepaired] = useState<Repaired>()
  const { run, isPending, problems } = useCommand({ touches: [deskKey] })
  const isReady = comment.trim() !== '' && (repair !== 'handOver' || areTwo(from, to))
  const send = () => run((http) => repairAll(http, rows, { repair, comment: comment.trim(), from, to }), setRepaired)
  if (repaired) return <RepairResult repair={repair} repaired={repaired} onDone={onDone} />
  return (
    <Modal open title={t('repairTitle', { repair: t(`repair.${repair}`), count: rows.length })} okText={t(`repair.${repair}`)}
      cancelText={t('cancel')} okButtonProps={{ disabled: !isReady, danger: repair === 'forceEnd' }} confirmLoading={isPending}
      onOk={() => void send()} onCancel={onClose}
    >
      <p>{t(`after.${repair}`)}</p>
      <Form layout="vertical" component={false}>
        {repair === 'handOver' && (
          <>
            <Labelled label={t('from')} isRequired>
              {(id) => (
                <Select id={id} value={from} options={holders.map((each) => ({ value: each.id, label: name(each.name) }))}
                  onChange={setFrom} />
              )}
            </Labelled>
            <KindControl field={person({ ...named('to'), required: true })} label={t('to')} value={to} onChange={(value) =>
              setTo(typeof value === 'string' ? value : undefined)} />
          </>
        )}
        <Labelled label={t('reason')} isRequired problem={Object.values(problems).join(' ') || undefined}>
          {(id) => (
            <Input.TextArea id={id} autoSize={{ minRows: 2 }} maxLength={500} value={comment}
              onChange={({ target }) => setComment(target.value)} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}

const areTwo = (from: string | undefined, to: string | undefined): boolean => from !== undefined && to !== undefined && from !== to

/** The numbers of documents repaired and proposed, and the reason for each that was refused. */
function RepairResult({ repair, repaired: { done, proposed, refused }, onDone }: { repair: Repair; repaired: Repaired; onDone(): void }) {
  const { t, any } = useDeskText()
  return (
    <Modal open title={t(`repair.${repair}`)} onCancel={onDone} footer={<Button type="primary" onClick={onDone}>{t('close')}</Button>}>
      <div role="status">
        <p>{t('repaired', { count: done })}</p>
        {proposed > 0 && <p>{t('proposedCount', { count: proposed })}</p>}
        <ul>
          {refused.map(({ number, problem, why }) => (
            <li key={number}>
              <span className="num">{number}</span> {problem ?? (why && any(why.code, why.parameters as Record<string, string | number>))}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
