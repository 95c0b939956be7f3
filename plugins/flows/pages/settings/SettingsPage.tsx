import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, InputNumber, Select, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { definePartText } from '#fields/text.ts'
import { type ApprovalConfiguration, type ApprovalSettings, canConfigure, mostReminders, type NewFlowSettings,
  newFlowSettings } from '#kernel/flow/approval-settings.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { Labelled } from '../designer/panel/fields.tsx'
import { useDesignText } from '../designer/texts.ts'
import { cn, en } from './texts.ts'
import { approvalSettingsKey, approvalSettingsPath, approvalSettingsQuery } from './settings.ts'
import '../flows.css'
import '../designer/designer.css'
import './settings.css'

const useSettingsText = definePartText<keyof typeof cn>({ cn, en })

/** The settings of approvals for the whole company: defaults of new flows, reminders, numbers, and where the rest is kept. */
export function SettingsPage() {
  const { t } = useSettingsText()
  const answer = useQuery(approvalSettingsQuery(useHttp()))
  if (answer.data) return <Settings key={answer.data.version} configuration={answer.data} />
  return (
    <Page title={t('title')} isRead>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <RowsSkeleton columns={['30%', '30%']} />}
    </Page>
  )
}

function Settings({ configuration }: { configuration: ApprovalConfiguration }) {
  const { t } = useSettingsText()
  const { settings: kept, shipped, version, own, numbering, channels } = configuration
  const [settings, setSettings] = useState<ApprovalSettings>(kept)
  const { run, isPending, problems } = useCommand({ touches: [[approvalSettingsKey]] })
  const canEdit = may(canConfigure.edit)
  const save = () => void run((http) => http.put(approvalSettingsPath, { version, settings }, { quiet: true }), { success: t('saved') })
  return (
    <Page title={t('title')} isRead={!canEdit} footer={
      <>
        <span className="oa-flow-quiet second">
          <LastChange configuration={configuration} />
        </span>
        {canEdit && (
          <span className="row wrap gap-8">
            <Button disabled={isSame(settings, shipped)} onClick={() => setSettings(shipped)}>{t('restore')}</Button>
            <Button type="primary" disabled={isSame(settings, kept)} loading={isPending} onClick={save}>{t('save')}</Button>
          </span>
        )}
      </>
    }>
      <Form layout="vertical" component="div" disabled={!canEdit} className="oa-flow column flex">
        {Object.values(problems).map((problem) => <Alert key={problem} type="error" message={problem} />)}
        <Section title={t('newFlows')} text={t('newFlowsText')}>
          <Defaults value={settings.flow} onChange={(part) => setSettings({ ...settings, flow: { ...settings.flow, ...part } })} />
        </Section>
        <Section title={t('reminders')} text={t('remindersText')}>
          <Reminders days={settings.reminderDays} onChange={(reminderDays) => setSettings({ ...settings, reminderDays })} />
        </Section>
        <Section title={t('own')} text={own.length > 0 ? t('ownText', { count: own.length }) : t('ownNone')}>
          {own.length > 0 && <OwnSettingsTable own={own} />}
        </Section>
        <Section title={t('numbering')} text={t('numberingText')}>
          <NumberTable numbering={numbering} />
        </Section>
        <Section title={t('elsewhere')}>
          <Elsewhere channels={channels} />
        </Section>
      </Form>
    </Page>
  )
}

const isSame = (one: ApprovalSettings, other: ApprovalSettings): boolean => JSON.stringify(one) === JSON.stringify(other)

function LastChange({ configuration: { changedBy, changedAt } }: { configuration: ApprovalConfiguration }) {
  const { t, name } = useSettingsText()
  if (!changedBy || changedAt === null) return <>{t('asShipped')}</>
  return <>{t('changedBy', { name: name(changedBy.name), time: changedAt.slice(0, 16) })}</>
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {text && <Typography.Paragraph type="secondary">{text}</Typography.Paragraph>}
      {children}
    </section>
  )
}

const choices = {
  dedupe: ['consecutive', 'anyEarlier', 'none'],
  emptyApprover: ['refuse', 'admin'],
  initiatorApprover: ['superior', 'self', 'autoPass'],
  again: ['changed', 'everybody', 'straightBack'],
} as const satisfies Partial<Record<keyof NewFlowSettings, readonly string[]>>

type Choice = keyof typeof choices

const isChoice = (attribute: keyof NewFlowSettings): attribute is Choice => attribute in choices

function Defaults({ value, onChange }: { value: NewFlowSettings; onChange(part: Partial<NewFlowSettings>): void }) {
  const { t } = useDesignText()
  const valueText = useValueText()
  return (
    <div className="oa-settings-fields grid">
      {newFlowSettings.map((attribute) => (
        <Labelled key={attribute} label={t(`attribute.${attribute}`)} hint={attribute === 'overdueHours' ? t('overdueHint') : undefined}>
          {(id) =>
            isChoice(attribute)
              ? (
                <Select id={id} value={value[attribute] as string}
                  options={choices[attribute].map((each) => ({ value: each, label: valueText(attribute, each) }))}
                  onChange={(chosen: string) => onChange({ [attribute]: chosen })} />
              )
              : (
                <InputNumber id={id} min={0} max={10_000} value={value[attribute]}
                  onChange={(entered) => onChange({ [attribute]: entered ?? 0 })} />
              )}
        </Labelled>
      ))}
    </div>
  )
}

/** A value of a setting in words. */
function useValueText() {
  const { t } = useDesignText()
  const { t: own } = useSettingsText()
  return (attribute: keyof NewFlowSettings, value: unknown): string => {
    if (isChoice(attribute)) return t(`${attribute}.${String(value)}` as 'dedupe.none')
    if (value === 0) return own('never')
    return `${String(value)} ${own(attribute === 'urgeMinutes' ? 'minutes' : 'workingHours')}`
  }
}

/** Days that are offered for reminders. */
const days = Array.from({ length: 30 }, (_, index) => index + 1)

function Reminders({ days: chosen, onChange }: { days: readonly number[]; onChange(days: readonly number[]): void }) {
  const { t } = useSettingsText()
  const offered = [...new Set([...days, ...chosen])].toSorted((one, other) => one - other)
  return (
    <div className="oa-settings-fields grid">
      <Labelled label={t('reminderDays')}>
        {(id) => (
          <Select id={id} mode="multiple" maxCount={mostReminders} value={[...chosen]}
            options={offered.map((day) => ({ value: day, label: t('day', { day }) }))} optionFilterProp="label"
            onChange={(next: number[]) => onChange(next.toSorted((one, other) => one - other))} />
        )}
      </Labelled>
    </div>
  )
}

function OwnSettingsTable({ own }: Pick<ApprovalConfiguration, 'own'>) {
  const { t, label } = useSettingsText()
  const { t: design } = useDesignText()
  const valueText = useValueText()
  const words = (settings: Partial<NewFlowSettings>) =>
    newFlowSettings.filter((attribute) => settings[attribute] !== undefined)
      .map((attribute) => `${design(`attribute.${attribute}`)}${t('colon')}${valueText(attribute, settings[attribute])}`).join(t('comma'))
  return (
    <div className="scroll-x">
      <table className="oa-flows ruled collapsed">
        <thead>
          <tr>
            <th scope="col">{t('form')}</th>
            <th scope="col">{t('differs')}</th>
          </tr>
        </thead>
        <tbody>
          {own.map(({ key, settings, ...form }) => (
            <tr key={key}>
              <td>
                <Link to={`/approval-config?id=${encodeURIComponent(key)}`}>{label(form)}</Link>
              </td>
              <td>{words(settings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NumberTable({ numbering }: Pick<ApprovalConfiguration, 'numbering'>) {
  const { t, label } = useSettingsText()
  const table = (
    <div className="scroll-x">
      <table className="oa-flows ruled collapsed">
        <thead>
          <tr>
            <th scope="col">{t('prefix')}</th>
            <th scope="col">{t('form')}</th>
            <th scope="col">{t('example')}</th>
          </tr>
        </thead>
        <tbody>
          {numbering.map(({ key, prefix, example, ...form }) => (
            <tr key={key}>
              <td className="num">{prefix}</td>
              <td>{label(form)}</td>
              <td className="num">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  return (
    <details>
      <summary>{t('numbering')} ({numbering.length})</summary>
      {table}
    </details>
  )
}

/** Settings that are kept on pages of their own, and the channels that the environment sets up. */
function Elsewhere({ channels }: Pick<ApprovalConfiguration, 'channels'>) {
  const { t } = useSettingsText()
  return (
    <table className="oa-flows ruled collapsed">
      <tbody>
        <tr>
          <th scope="row">
            <Link to="/system/holiday">{t('holidays')}</Link>
          </th>
          <td className="oa-flow-quiet second">{t('holidaysText')}</td>
        </tr>
        <tr>
          <th scope="row">
            <Link to="/finance-parameters">{t('parameters')}</Link>
          </th>
          <td className="oa-flow-quiet second">{t('parametersText')}</td>
        </tr>
        {(['mail', 'chat'] as const).map((channel) => (
          <tr key={channel}>
            <th scope="row">{t(channel)}</th>
            <td className="oa-flow-quiet second">{t(channels[channel] ? 'ready' : 'notReady')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
