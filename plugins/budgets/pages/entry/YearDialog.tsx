import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { budgetQueries, calls } from '../calls.ts'
import { monthKey, useBudgetText } from '../texts.ts'
import type { YearSetting } from '#plugins/budgets/budget-year.ts'
import { Labelled } from './Labelled.tsx'
import { beside } from './problems.ts'

interface YearDialogProps {
  readonly setting: YearSetting
  onClose(): void
}

/** Dialog for the settings of a year: counted months, deadline of variance reasons, control of exceeding documents, and lock. */
export function YearDialog({ setting, onClose }: YearDialogProps) {
  const { t } = useBudgetText()
  const { isPending, problems, run } = useCommand({ touches: budgetQueries })
  const [draft, setDraft] = useState(setting)
  const set = (part: Partial<YearSetting>) => setDraft({ ...draft, ...part })
  const { year, startMonth, endMonth, varianceDueDays, control, locked } = draft
  const submit = async () => {
    if (await run((http) => http.put(calls.setting, { year, startMonth, endMonth, varianceDueDays, control }, { quiet: true }))) onClose()
  }
  const months = Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: t(monthKey(index + 1)) }))
  return (
    <Modal open width={560} maskClosable={false} title={t('yearTitle', { year })} onCancel={onClose} okText={t('save')}
      cancelText={t('cancel')} confirmLoading={isPending} okButtonProps={{ disabled: locked }} onOk={() => void submit()}
    >
      <div className="oa-dialog-grid grid halves">
        <Labelled label={t('startMonth')}>
          {({ id }) => (
            <Select id={id} disabled={locked} value={startMonth} options={months} onChange={(value) => set({ startMonth: value })} />
          )}
        </Labelled>
        <Labelled label={t('endMonth')} problem={problems['endMonth']}>
          {({ id, status }) => (
            <Select id={id} status={status} disabled={locked} value={endMonth} options={months}
              onChange={(value) => set({ endMonth: value })} />
          )}
        </Labelled>
        <Labelled label={t('dueDays')} hint={t('dueDaysHint')}>
          {({ id, ...rest }) => (
            <InputNumber id={id} aria-describedby={rest['aria-describedby']} disabled={locked} min={0} max={366} precision={0}
              value={varianceDueDays} onChange={(value) => set({ varianceDueDays: value ?? 15 })} />
          )}
        </Labelled>
        <div className="oa-labelled grid gap-4" role="group" aria-label={t('control')}>
          <span>{t('control')}</span>
          <Radio.Group disabled={locked} value={control}
            options={[{ value: 'warn', label: t('warn') }, { value: 'block', label: t('block') }]}
            onChange={({ target }) => set({ control: target.value as YearSetting['control'] })} />
          <p className="oa-field-hint">{t(control === 'warn' ? 'warnHint' : 'blockHint')}</p>
        </div>
      </div>
      {beside(problems, ['endMonth', 'reason']).map((sentence) => <p key={sentence} className="oa-field-problem" role="alert">{sentence}
      </p>)}
      <Lock setting={draft} onDone={() => set({ locked: !locked })} />
    </Modal>
  )
}

/** Closes or reopens a year; requires a reason, which is kept in the history. */
function Lock({ setting: { year, locked }, onDone }: { setting: YearSetting; onDone(): void }) {
  const { t } = useBudgetText()
  const { isPending, problems, setProblems, run } = useCommand({ touches: budgetQueries })
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (reason.trim() === '') return setProblems({ reason: t('reasonMissing') })
    if (!(await run((http) => http.post(calls.lock, { year, locked: !locked, reason: reason.trim() }, { quiet: true })))) return
    setReason('')
    onDone()
  }
  return (
    <section className="oa-lock line-top grid gap-10">
      <p>
        <strong>{t(locked ? 'isLocked' : 'isOpen', { year })}</strong>
        <br />
        {t(locked ? 'lockedHint' : 'openHint')}
      </p>
      <Labelled label={t('reason')} isRequired problem={problems['reason'] ?? problems['']}>
        {(control) => <Input {...control} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Labelled>
      <Button icon={locked ? <UnlockOutlined aria-hidden /> : <LockOutlined aria-hidden />} loading={isPending}
        onClick={() => void submit()}
      >
        {t(locked ? 'unlockYear' : 'lockYear')}
      </Button>
    </section>
  )
}
