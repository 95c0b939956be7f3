import { Tabs } from 'antd'
import { Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../../../../src/shell/parts/Page.tsx'
import { RowsSkeleton } from '../../../../src/shell/parts/Skeletons.tsx'
import { useIsMobile } from '../../../../src/shell/parts/use-media.ts'
import { useRoutes } from '../../../../src/shell/routing/routes-context.ts'
import { AbsenceTab } from './AbsenceTab.tsx'
import { AccountTab } from './AccountTab.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { OpinionsTab } from './OpinionsTab.tsx'
import { PasswordTab } from './PasswordTab.tsx'
import { PreferencesTab } from './PreferencesTab.tsx'
import { useProfileText } from './profile.ts'
import './profile.css'

const own = { account: AccountTab, password: PasswordTab, absence: AbsenceTab, opinions: OpinionsTab, messages: MessagesTab, preferences: PreferencesTab } as const

/** The person's own account and choices, with what modules add; the address names the part. */
export function ProfilePage() {
  const { t, label } = useProfileText()
  const { world: { profile: sections = [] } } = useRoutes()
  const [parameters, setParameters] = useSearchParams()
  const isMobile = useIsMobile()
  const parts = [
    ...(Object.keys(own) as (keyof typeof own)[]).map((key) => ({ key, name: t(key), Part: own[key] as ComponentType })),
    ...sections.map(({ id, title, component }) => ({ key: id, name: label(title), Part: component as ComponentType })),
  ]
  const chosen = parts.find(({ key }) => key === parameters.get('part')) ?? parts[0]
  return (
    <Page title={t('title')}>
      <Tabs className="oa-profile" aria-label={t('parts')} tabPosition={isMobile ? 'top' : 'left'} destroyOnHidden activeKey={chosen?.key} onChange={(part) => setParameters({ part }, { replace: true })}
        items={parts.map(({ key, name, Part }) => ({ key, label: name, children: <Suspense fallback={<RowsSkeleton rows={4} columns={['30%', '40%']} />}><section aria-label={name}><Part /></section></Suspense> }))} />
    </Page>
  )
}
