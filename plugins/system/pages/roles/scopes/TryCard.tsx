import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { person } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { Role, ScopePreview } from '#plugins/system/role-wire.ts'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { triedQuery } from '../roles.ts'
import { useRoleText } from '../text.ts'

const who = person({ cn: cn.tryPerson, en: en.tryPerson, placeholder: { cn: cn.tryPerson, en: en.tryPerson } })

/** Preview of a person's data scopes: visible rows and departments per resource, and the roles that grant them. */
export function TryCard({ all }: { all: readonly Pick<Role, 'key' | 'name'>[] }) {
  const { t } = useRoleText()
  const id = useId()
  const [chosen, setChosen] = useState('')
  const answer = useQuery(triedQuery(useHttp(), chosen))
  return (
    <section className="oa-try" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <EyeOutlined aria-hidden /> {t('tryTitle')}
      </h2>
      <Suspense>
        <FieldInput id={id} aria-label={t('tryPerson')} field={who} value={chosen || null} context={{}}
          onChange={(value) => setChosen(String(value ?? ''))} />
      </Suspense>
      <small>{t('tryHint')}</small>
      {answer.isLoading && <RowsSkeleton rows={3} columns={['40%', '30%']} />}
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.admin && <p>{t('tryAdmin')}</p>}
      {answer.data && <Results {...answer.data} all={all} />}
    </section>
  )
}

interface ResultsProps {
  readonly admin: boolean
  readonly results: readonly ScopePreview[]
  readonly all: readonly Pick<Role, 'key' | 'name'>[]
}

/** Visible rows per resource; resources whose lists the person may not open are listed at the end. */
function Results({ admin, results, all }: ResultsProps) {
  const { t, label, locale } = useRoleText()
  const shut = results.filter(({ mayView }) => !mayView)
  return (
    <>
      <dl>{results.filter(({ mayView }) => mayView).map((one) => <Result key={one.resource} tried={one} isAdmin={admin} all={all} />)}</dl>
      {shut.length > 0 && (
        <p className="oa-try-shut">
          {t('tryShut', { count: shut.length })} <span>{shut.map(label).join(locale === 'cn' ? '、' : ', ')}</span>
        </p>
      )}
    </>
  )
}

/** Result for a resource: departments with the granting roles, or only the person's own records. */
function Result({ tried, isAdmin, all }: { tried: ScopePreview; isAdmin: boolean; all: ResultsProps['all'] }) {
  const { t, label, name } = useRoleText()
  const called = (key: string) => name(all.find((role) => role.key === key)?.name ?? key)
  const opening = tried.reasons.filter(({ departments }) => departments === null || departments > 0)
  const units = tried.departments === null ? t('tryAll') : t('tryDepartments', { count: tried.departments.length })
  const isOwn = !isAdmin && tried.departments?.length === 0
  return (
    <div>
      <dt>{label(tried)}</dt>
      <dd className="num">
        <strong>{tried.seen}</strong> / {tried.all}
      </dd>
      <dd className="oa-try-why">
        {isOwn
          ? <span>{t('tryOwn')}</span>
          : <span data-tip={tried.departments?.map((unit) => name(unit.name)).join('\n') || undefined}>{units}</span>}
        {!isOwn &&
          opening.map(({ role, scope }) => <span key={role}>{t('tryFrom', { role: called(role), scope: t(`scope${scope}`) })}</span>)}
      </dd>
    </div>
  )
}
