import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { FieldKind } from '#kernel/fields.ts'
import { isKind } from '#kernel/kinds/registry.ts'
import { may } from '#providers/permissions.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { kindLabel } from '../../model/kinds.ts'
import { can } from '../../permissions.ts'
import { type DryRun, registerDesignPath, type RegisterDesign, type RegisterDesignRow } from '../../registers/wire.ts'
import { Labelled } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'
import { dryRunQuery, historyQuery, registersKey } from './calls.ts'
import { useRegisterText } from './texts.ts'

/** An act on a register; one that is deleted was never used, and needs no reason. */
export type RegisterAct = { readonly kind: 'publish' | 'stop' | 'delete' } | { readonly kind: 'rollback'; readonly version: number }

interface ActDialogProps {
  readonly design: RegisterDesignRow
  /** The register in full, where its records are looked at before. */
  readonly full?: RegisterDesign
  readonly act: RegisterAct
  onDone?(design: RegisterDesign): void
  onClose(): void
}

/** Asks before an act on a register: what it does to the records, and the reason where one is kept. */
export function ActDialog({ design, full, act, onDone, onClose }: ActDialogProps) {
  const { t, label } = useRegisterText()
  const designer = useDesignerText()
  const { reactions } = useBackend()
  const [reason, setReason] = useState('')
  const version = act.kind === 'rollback' ? act.version : (full?.last ?? 0) + 1
  const effects = useEffects(design, full, act)
  const command = useCommand({ touches: [[registersKey, 'page'], [registersKey, 'history'], [registersKey, 'dry-run'], ['read', 'menus'], [
    'read',
    'designed',
  ]] })
  const isMissing = act.kind !== 'delete' && reason.trim() === ''
  const send = () =>
    command.run((http: WritingHttp) => sent(http, design.id, { act, reason: reason.trim(), revision: full?.revision ?? 0 }), {
      done: (answer: RegisterDesign | null) => {
        if (!answer?.failure) reactions.notify({ kind: 'success', text: t(`done.${act.kind}`, { name: label(design), version }) })
        if (answer) onDone?.(answer)
        onClose()
      },
    })
  return (
    <Modal open width={640} title={t(`ask.${act.kind}`, { name: label(design), version })} okText={t(`act.${act.kind}`)}
      cancelText={designer.t('cancel')} confirmLoading={command.isPending} onOk={() => void send()} onCancel={onClose}
      okButtonProps={{ danger: ['stop', 'delete'].includes(act.kind), disabled: isMissing || effects.isRefused || effects.isLooking }}
    >
      <p>{t(textOf(design, act))}</p>
      <EffectsOnRecords effects={effects} />
      <Reason isAsked={act.kind !== 'delete'} problem={Object.values(command.problems).join(' ')} value={reason} onChange={setReason} />
    </Modal>
  )
}

const textOf = ({ version }: RegisterDesignRow, { kind }: RegisterAct) =>
  kind === 'publish' && version === null ? 'text.publishFirst' as const : `text.${kind}` as const

function EffectsOnRecords({ effects: { run, error, isLooking, retry } }: { effects: ReturnType<typeof useEffects> }) {
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (isLooking) return <RowsSkeleton rows={2} columns={['60%']} />
  return run ? <Effects run={run} /> : null
}

/** The effect of an act on the records that are stored: looked up where a version comes into force over another one. */
function useEffects(design: RegisterDesignRow, full: RegisterDesign | undefined, act: RegisterAct) {
  const isLooked = full !== undefined && design.version !== null && ['publish', 'rollback'].includes(act.kind)
  const version = act.kind === 'rollback' ? act.version : undefined
  const { data: run, error, isPending, refetch } = useQuery({ ...dryRunQuery(useHttp(), full ?? { id: design.id, revision: 0 }, version),
    enabled: isLooked })
  const isRefused = run ? run.repeated.length > 0 || run.conversions.some(({ refused }) => refused > 0) : false
  return { run, error, isRefused, isLooking: isLooked && isPending, retry: () => void refetch() }
}

interface ReasonProps {
  readonly isAsked: boolean
  readonly problem: string
  readonly value: string
  onChange(reason: string): void
}

function Reason({ isAsked, problem, value, onChange }: ReasonProps) {
  const { t } = useDesignerText()
  if (!isAsked) return problem ? <p className="oa-ff-wrong" role="alert">{problem}</p> : null
  return (
    <Form layout="vertical" component={false}>
      <Labelled label={t('reason')} isRequired problem={problem || undefined}>
        {(id) => (
          <Input.TextArea id={id} autoFocus autoSize={{ minRows: 2 }} maxLength={500} value={value}
            onChange={({ target }) => onChange(target.value)} />
        )}
      </Labelled>
    </Form>
  )
}

function sent(http: WritingHttp, id: string,
  { act, reason, revision }: { readonly act: RegisterAct; readonly reason: string; readonly revision: number }
): Promise<RegisterDesign | null> {
  const path = `${registerDesignPath}/${id}`
  const quiet = { quiet: true } as const
  if (act.kind === 'delete') return http.delete<null>(path, undefined, quiet)
  if (act.kind === 'publish') return http.post<RegisterDesign>(`${path}/publish`, { revision, reason }, quiet)
  if (act.kind === 'rollback') return http.put<RegisterDesign>(`${path}/rollback`, { version: act.version, reason }, quiet)
  return http.put<RegisterDesign>(`${path}/stop`, { reason }, quiet)
}

/** The effect of a version on the records: what is converted, what is missing, what stands in the way. */
function Effects({ run: { records, conversions, missing, repeated, removed } }: { run: DryRun }) {
  const { t, label } = useRegisterText()
  const designer = useDesignerText()
  const kind = (name: string): string => {
    const [first = ''] = name.split(' ')
    return isKind(first) ? designer.label(kindLabel(first as FieldKind)) : name
  }
  const isQuiet = conversions.length + missing.length + repeated.length + removed.length === 0
  return (
    <section className="oa-ff-against subtle round-8 scroll">
      <h3>{t('effects', { count: records })}</h3>
      {isQuiet && <p className="oa-ff-quiet small">{t('noEffects')}</p>}
      <ul className="oa-ff-bullets">
        {conversions.map(({ key, field, from, to, converted, refused, examples }) => (
          <li key={key}>
            {t('conversion', { name: label(field), from: kind(from), to: kind(to), converted })}
            {refused > 0 && (
              <Alert type="error" showIcon message={t('conversionRefused', { count: refused })} description={
                <ul className="oa-ff-bullets">
                  {examples.map(({ record, value }) => <li key={record + value}>{t('example', { record, value })}</li>)}
                </ul>
              } />
            )}
          </li>
        ))}
        {repeated.map(({ fields, records: count, examples }) => (
          <li key={fields.map(({ en }) => en).join()}>
            <Alert type="error" showIcon message={t('repeated', { names: fields.map((field) => label(field)).join(' + '), count })}
              description={examples.join(t('comma'))} />
          </li>
        ))}
        {missing.map(({ field, records: count }) => <li key={field.en}>{t('missing', { name: label(field), count })}</li>)}
        {removed.length > 0 && <li>{t('removedFields', { names: removed.map((field) => label(field)).join(t('comma')) })}</li>}
      </ul>
    </section>
  )
}

interface VersionsProps {
  readonly design: RegisterDesign
  onRollback(version: number): void
  onClose(): void
}

/** Every publication of a register with its reason; an earlier version can be put in force again. */
export function Versions({ design, onRollback, onClose }: VersionsProps) {
  const { t, name } = useRegisterText()
  const designer = useDesignerText()
  const isMobile = useIsMobile()
  const answer = useQuery(historyQuery(useHttp(), design.id))
  const history = answer.data
  return (
    <Drawer open title={designer.t('versions')} width={isMobile ? '100%' : 560} onClose={onClose}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {!history && !answer.isError && <RowsSkeleton rows={3} columns={['40%', '40%']} />}
      {history?.length === 0 && <p className="oa-ff-quiet small">{t('neverPublished')}</p>}
      <ol className="oa-ff-versions">
        {history?.map(({ version, action, by, at, reason, hash }, index) => (
          <li className="line-bottom" key={hash}>
            <p className="oa-ff-rule-head row wrap gap-8">
              <strong>{designer.t(`history.${action}`, { version })}</strong>
              {index === 0 && design.state === 'published' && <Pill tone="teal">{designer.t('inForce')}</Pill>}
              <span className="grow" />
              {may(can.publish) && (version !== design.version || design.state === 'stopped') && (
                <Button type="link" size="small" onClick={() => onRollback(version)}>{designer.t('act.rollback')}</Button>
              )}
            </p>
            <p>{reason}</p>
            <p className="oa-ff-quiet num small">{name(by)} · {at.slice(0, 16).replace('T', ' ')}</p>
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
