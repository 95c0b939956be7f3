import { useQuery } from '@tanstack/react-query'
import { Descriptions, Pagination, Timeline } from 'antd'
import { Suspense, use, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { disclosedResource } from '#kernel/fields/disclosure.ts'
import { reader } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { reads, useIsRead } from '#shell/start/reads.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { registerName } from '../../registers/register.ts'
import type { RecordChange } from '../../registers/wire.ts'
import { changesQuery, recordQuery, usesQuery } from './calls.ts'
import { useRegisterText } from './texts.ts'
import '../designer.css'

/** One record of a register: its values, what refers to it, and every change of it. */
export function RecordPage() {
  const [parameters] = useSearchParams()
  const { t } = useRegisterText()
  const isRead = useIsRead(reads.designed)
  const page = parameters.get('register') ?? ''
  const entry = useDeclarations().resources.find(({ name }) => name === registerName(page))
  const waiting = (
    <Page title={t('record')}>
      <RowsSkeleton rows={6} columns={['30%', '40%']} />
    </Page>
  )
  if (!isRead && !entry) return waiting
  if (!entry)
    return (
      <Page title={t('record')}>
        <p className="oa-ff-quiet small">{t('noRegister')}</p>
      </Page>
    )
  return (
    <Suspense fallback={waiting}>
      <Loaded name={entry.name} id={parameters.get('id') ?? ''} />
    </Suspense>
  )
}

function Loaded({ name, id }: { name: string; id: string }) {
  const declarations = useDeclarations()
  const entry = declarations.resources.find((each) => each.name === name)!
  const declared = use(declarations.loadResource(entry))
  return <OneRecord resource={disclosedResource(declared, reader())} id={id} />
}

function OneRecord({ resource, id }: { resource: Resource; id: string }) {
  const { t, label } = useRegisterText()
  const calls = pathOfCalls(resource)
  const answer = useQuery(recordQuery(useHttp(), calls, id))
  const record = answer.data
  const title = record ? String(record[resource.key]) : undefined
  useTabTitle(title === undefined ? undefined : { cn: title, en: title })
  if (answer.isError && !record)
    return (
      <Page title={label(resource.singular)}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Page>
    )
  return (
    <Page title={title ?? label(resource.singular)} actions={<Link to={resource.path}>{t('toList', { name: label(resource) })}</Link>}
      isRead
    >
      <div className="oa-ff-record stack gap-12">
        {record ? <Fields resource={resource} record={record} /> : <RowsSkeleton rows={6} columns={['30%', '40%']} />}
        <Uses calls={calls} id={id} />
        <Changes resource={resource} calls={calls} id={id} />
      </div>
    </Page>
  )
}

/** Every field of a record with its value. */
function Fields({ resource, record }: { resource: Resource; record: Readonly<Record<string, unknown>> }) {
  const { label } = useRegisterText()
  const isMobile = useIsMobile()
  const fields = Object.entries(resource.fields).filter(([, field]) => kindOf(field).holds !== 'nothing')
  return (
    <Descriptions size="small" column={isMobile ? 1 : 2} bordered={!isMobile}
      items={fields.map(([key, field]) => ({ key, label: label(field),
        span: kindOf(field).room === 'long' || field.kind === 'table' ? 'filled' as const : 1,
        children: <FieldCell field={field} value={record[key]} record={record} /> })
      )} />
  )
}

/** Documents and records that refer to it. */
function Uses({ calls, id }: { calls: string; id: string }) {
  const { t, label } = useRegisterText()
  const { data: uses } = useQuery(usesQuery(useHttp(), calls, id))
  return (
    <>
      <SectionTitle {...(uses && { count: uses.reduce((sum, { count }) => sum + count, 0) })}>{t('usedBy')}</SectionTitle>
      {uses?.length === 0 && <p className="oa-ff-quiet small">{t('recordUsedNowhere')}</p>}
      <ul className="oa-ff-uses unlisted">
        {uses?.map((use) => (
          <li key={use.kind + use.path}>
            <Link to={use.path}>{label(use)}</Link>{' '}
            <span className="num">{t(use.kind === 'form' ? 'documents' : 'recordCount', { count: use.count })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Changes({ resource, calls, id }: { resource: Resource; calls: string; id: string }) {
  const { t, name } = useRegisterText()
  const [current, setCurrent] = useState(1)
  const answer = useQuery(changesQuery(useHttp(), calls, { id, current }))
  const { records = [], total = 0 } = answer.data ?? {}
  useExistingPage({ current, size: 20, turn: setCurrent }, pageAnswer(answer))
  return (
    <>
      <SectionTitle count={total}>{t('changes')}</SectionTitle>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      <Timeline items={records.map((change) => ({ children: (
        <>
          <p>
            <strong>{t(`action.${change.action}`, { version: change.designVersion ?? 0 })}</strong>{' '}
            <span className="oa-ff-quiet num small">{name(change.by)} · {change.at.slice(0, 16)}</span>
          </p>
          {change.action !== 'deleted' && <Values resource={resource} change={change} />}
        </>
      ) }))} />
      {total > 20 && <Pagination size="small" current={current} pageSize={20} total={total} showSizeChanger={false}
        onChange={setCurrent} />}
    </>
  )
}

/** The values that a change gave, beside those before it. */
function Values({ resource: { fields }, change: { before, after, action } }: { resource: Resource; change: RecordChange }) {
  const { label } = useRegisterText()
  const keys = Object.keys(fields).filter((key) => key in before || key in after)
  return (
    <ul className="oa-ff-bullets">
      {keys.map((key) => (
        <li key={key}>
          <span className="oa-ff-quiet small">{label(fields[key]!)}</span> {action !== 'added' && (
            <>
              <Value field={fields[key]!} value={before[key]} /> →
            </>
          )}
          <Value field={fields[key]!} value={after[key]} />
        </li>
      ))}
    </ul>
  )
}

/** A value of the history; one of an earlier kind is shown as it was stored. */
function Value({ field, value }: { field: Resource['fields'][string]; value: unknown }) {
  const isFitting = fieldSchema(field).safeParse(value ?? null).success
  return isFitting
    ? <FieldCell field={field} value={value ?? null} />
    : <span>{typeof value === 'string' ? value : JSON.stringify(value)}</span>
}
