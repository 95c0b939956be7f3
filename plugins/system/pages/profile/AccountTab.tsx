import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { splitName } from '#kernel/wording/names.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { AccountForm } from './AccountForm.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { Picture } from './Picture.tsx'
import { type Profile, profileQuery, useProfileText } from './profile.ts'

/** The account of the person, and what of it they change themselves. */
export function AccountTab() {
  const answer = useQuery(profileQuery(useHttp()))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={8} columns={['20%', '40%']} />
  return (
    <>
      <Picture of={answer.data} />
      <Facts of={answer.data} />
      <AccountForm key={`${answer.data.nickname} ${answer.data.email} ${answer.data.departments[0]?.id}`} of={answer.data} />
    </>
  )
}

function Facts({ of }: { of: Profile }) {
  const { t, name, locale } = useProfileText()
  const { cn, en } = splitName(of.name)
  const [isChanging, setIsChanging] = useState(false)
  const comma = locale === 'cn' ? '、' : ', '
  const facts = [
    ['name', en === cn ? cn : `${cn} ${en}`],
    ['userName', of.userName],
    ['jobNumber', of.jobNumber],
    ['position', name(of.position)],
    ['phone', of.phone],
    ['joiningDate', of.joiningDate],
    ['departments', of.departments.map((unit) => name(unit.name)).join(comma)],
    ['roles', of.roles.map((role) => name(role.name)).join(comma)],
    ['lastLogin', of.lastLogin?.slice(0, 16)],
  ] as const
  return (
    <>
      <dl className="oa-profile-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              {value || '—'}
              {key === 'phone' && of.mayChangePhone && (
                <Button type="link" size="small" onClick={() => setIsChanging(true)}>{t('changePhone')}</Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="oa-profile-note">{t(of.mayChangePhone ? 'keptElsewhereButPhone' : 'keptElsewhere')}</p>
      {isChanging && <PhoneDialog of={of} onClose={() => setIsChanging(false)} />}
    </>
  )
}
