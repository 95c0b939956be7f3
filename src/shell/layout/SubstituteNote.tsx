import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '../backend.ts'
import { Initial } from '../parts/Person.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'

interface Delegation {
  readonly delegate: { readonly id: string; readonly name: string }
  /** yyyy-MM-dd HH:mm:ss */
  readonly startTime: string
  readonly endTime: string
  readonly enable: boolean
}

const page = '/profile'

/** While somebody decides in the person's place: who, and until when. Leads to where it is changed. */
export function SubstituteNote() {
  const { t, name } = useText()
  const http = useHttp()
  const knows = useKnows()
  const [now] = useState(() => nowOf(new Date()))
  const { data } = useQuery({
    queryKey: ['profile', 'delegations'],
    queryFn: () => http.get<readonly Delegation[]>('/system/delegation/list', {}, { quiet: true }),
    staleTime: 300_000,
    enabled: knows(page),
  })
  const current = data?.find(({ enable, startTime, endTime }) => enable && startTime <= now && now < endTime)
  if (!current) return null
  const { delegate: { id, name: stored }, endTime } = current
  const note = t('shell.substitute', { name: name(stored), time: endTime.slice(5, 16) })
  return (
    <Link className="plain oa-substitute" to={`${page}?part=absence`} aria-label={note} data-tip={note}>
      <Initial id={id} name={name(stored)} size={18} />
      <span>{t('shell.substituteShort', { name: name(stored) })}</span>
    </Link>
  )
}
