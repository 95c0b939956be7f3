import { EyeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { person } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { Role, Tried } from '#plugins/system/role-wire.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { triedQuery } from './roles.ts'
import { useRoleText } from './text.ts'

const who = person({ cn: cn.tryPerson, en: en.tryPerson, placeholder: { cn: cn.tryPerson, en: en.tryPerson } })

/** Sees through somebody's eyes: rows and departments of each resource, and which role opens them. */
export function TryCard({ all }: { all: readonly Pick<Role, 'key' | 'name'>[] }) {
  const { t } = useRoleText()
  const id = useId()
  const [chosen, setChosen] = useState('')
  const answer = useQuery(triedQuery(useHttp(), chosen))
  return (
    <section className="oa-try" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}><EyeOutlined aria-hidden /> {t('tryTitle')}</h2>
      <Suspense><FieldInput id={id} aria-label={t('tryPerson')} field={who} value={chosen || null} context={{}} onChange={(value) => setChosen(String(value ?? ''))} /></Suspense>
      <small>{t('tryHint')}</small>
      {answer.isLoading && <RowsSkeleton rows={3} columns={['40%', '30%']} />}
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.admin && <p>{t('tryAdmin')}</p>}
      <dl>{answer.data?.results.map((one) => <Result key={one.resource} tried={one} isAdmin={answer.data.admin} all={all} />)}</dl>
    </section>
  )
}

function Result({ tried, isAdmin, all }: { tried: Tried; isAdmin: boolean; all: readonly Pick<Role, 'key' | 'name'>[] }) {
  const { t, label, name } = useRoleText()
  const called = (key: string) => name(all.find((role) => role.key === key)?.name ?? key)
  const opening = tried.reasons.filter(({ departments }) => departments === null || departments > 0)
  const units = tried.departments === null ? t('tryAll') : t('tryDepartments', { count: tried.departments.length })
  return (
    <div>
      <dt>{label(tried)}</dt>
      <dd className="num"><strong>{tried.seen}</strong> / {tried.all}</dd>
      <dd className="oa-try-why">
        <span data-tip={tried.departments?.map((unit) => name(unit.name)).join('\n') || undefined}>{tried.mayView ? units : t('tryNoView')}</span>
        {opening.map(({ role, scope }) => <span key={role}>{t('tryFrom', { role: called(role), scope: t(`scope${scope}`) })}</span>)}
        {!isAdmin && opening.length === 0 && <span>{t('tryNothing')}</span>}
      </dd>
    </div>
  )
}
