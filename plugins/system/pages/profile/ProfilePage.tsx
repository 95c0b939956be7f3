import { Select, Tabs } from 'antd'
import { Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { AbsenceTab } from './AbsenceTab.tsx'
import { AccountTab } from './AccountTab.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { OpinionsTab } from './OpinionsTab.tsx'
import { PasswordTab } from './PasswordTab.tsx'
import { PreferencesTab } from './PreferencesTab.tsx'
import { useProfileText } from './profile.ts'
import './profile.css'

const own = { account: AccountTab, password: PasswordTab, absence: AbsenceTab, opinions: OpinionsTab, messages: MessagesTab,
  preferences: PreferencesTab } as const

interface ProfilePart {
  readonly key: string
  readonly name: string
  readonly Part: ComponentType
}

/** The person's own account and choices, with what modules add; the address names the part. */
export function ProfilePage() {
  const { t } = useProfileText()
  const parts = useParts()
  const [parameters, setParameters] = useSearchParams()
  const isMobile = useIsMobile()
  const chosen = parts.find(({ key }) => key === parameters.get('part')) ?? parts[0]
  if (!chosen) return null
  const open = (part: string) => setParameters({ part }, { replace: true })
  return (
    <Page title={t('title')}>
      {isMobile ?
        (
          <div className="oa-profile">
            <Select aria-label={t('parts')} value={chosen.key} onChange={open}
              options={parts.map(({ key, name }) => ({ value: key, label: name }))} />
            <Content {...chosen} />
          </div>
        ) :
        (
          <Tabs className="oa-profile" aria-label={t('parts')} tabPosition="left" destroyOnHidden activeKey={chosen.key} onChange={open}
            items={parts.map((part) => ({ key: part.key, label: part.name, children: <Content {...part} /> }))} />
        )}
    </Page>
  )
}

function Content({ name, Part }: ProfilePart) {
  return (
    <section aria-label={name}>
      <Suspense fallback={<RowsSkeleton rows={4} columns={['30%', '40%']} />}>
        <Part />
      </Suspense>
    </section>
  )
}

function useParts(): readonly ProfilePart[] {
  const { t, label } = useProfileText()
  const { config: { profile: sections = [] } } = useRoutes()
  return [
    ...(Object.keys(own) as (keyof typeof own)[]).map((key) => ({ key, name: t(key), Part: own[key] })),
    ...sections.map(({ id, title, component }) => ({ key: id, name: label(title), Part: component as ComponentType })),
  ]
}
