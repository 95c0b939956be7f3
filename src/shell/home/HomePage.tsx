import { Suspense, useState } from 'react'
import { languageTag } from '#providers/i18n.ts'
import type { CurrentUser } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import { useRoutes } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'
import type { HomeSection } from '../app-config.ts'
import { Counts } from './Counts.tsx'
import { Drafts } from './Drafts.tsx'
import { Latest } from './Latest.tsx'
import { LayoutHold } from '../parts/LayoutHold.tsx'
import { Favourites } from './Favourites.tsx'
import { ToApprove } from './ToApprove.tsx'
import './home.css'

/** The tasks of the person, the processes that they may start, and the state of their own requests. */
export function HomePage() {
  return (
    <div className="oa-home">
      <Greeting />
      <Counts />
      <div className="oa-home-columns">
        <div>
          <Suspense>
            <ModuleSections place="top" />
          </Suspense>
          <ToApprove />
          <Suspense>
            <LayoutHold>
              <ModuleSections place="main" />
            </LayoutHold>
          </Suspense>
        </div>
        <Suspense fallback={<div />}>
          <LayoutHold>
            <ModuleSections place="first" />
            <Drafts />
            <Latest />
            <ModuleSections place="last" />
          </LayoutHold>
        </Suspense>
      </div>
    </div>
  )
}

/** They come with their chunks, and the column with them. */
function ModuleSections({ place }: Pick<HomeSection, 'place'>) {
  const { home = [] } = useRoutes().config
  const placed = home.filter((section) => section.place === place).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  return placed.map(({ id, component: Section }) => <Section key={id} />)
}

function Greeting() {
  const { t, locale } = useText()
  const user = useRead(reads.user)
  const [now] = useState(() => new Date())
  const hour = Number(nowOf(now).slice(11, 13))
  const part = hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const greeting = t(`home.${part}`)
  const name = givenName(user, locale)
  return (
    <div className="oa-greeting">
      <div>
        <h1>{name === '' ? greeting : t('home.greeting', { greeting, name })}</h1>
        <p className="oa-day-line">
          <span>{dayName(now, locale)}</span>
          <Suspense>
            <ModuleSections place="greeting" />
          </Suspense>
        </p>
      </div>
      <Favourites />
    </div>
  )
}

/** The name to greet by: the given name in English. The system's own account, which is nobody's, has none. */
function givenName(user: CurrentUser | undefined, locale: Locale): string {
  if (!user || user.admin) return ''
  const { cn, en } = splitName(user.name)
  return locale === 'cn' ? cn : (en.split(' ')[0] ?? en)
}

/** The company's day at an instant, whatever the browser's time zone, as the other parts of the page count days. */
function dayName(instant: Date, locale: Locale): string {
  const tag = locale === 'cn' ? languageTag('cn') : 'en-GB'
  const day = new Date(`${todayOf(instant)}T00:00:00Z`)
  return new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day)
}
