import { Activity, memo, useState, type ReactNode } from 'react'
import type { Tab } from './model.ts'
import { TabContext, useTabs } from './tabs-context.ts'

/**
 * The pages of the open tabs. A hidden tab keeps its state and its own address; a tab that was restored from an
 * earlier page load is not drawn before it is first shown.
 */
export function TabPages({ draw }: { draw(tab: Tab): ReactNode }) {
  const { tabs } = useTabs()
  const seen = useSeen(tabs.active)

  return tabs.open.filter((tab) => seen.has(tab.key)).map((tab) => {
    const isActive = tab.key === tabs.active
    return (
      <Activity key={tab.key} mode={isActive ? 'visible' : 'hidden'}>
        <div className="oa-tab-page" id={`page-${tab.key}`} role="tabpanel" aria-labelledby={`tab-${tab.key}`} inert={!isActive}>
          <TabContext value={tab.key}>
            <div className="oa-tab-content" key={tab.generation}><Drawn tab={tab} draw={draw} /></div>
          </TabContext>
        </div>
      </Activity>
    )
  })
}

/** A page is not drawn anew because another tab has come or has got its name. */
const Drawn = memo(({ tab, draw }: { tab: Tab; draw(tab: Tab): ReactNode }) => draw(tab))
Drawn.displayName = 'Drawn'

function useSeen(active: string): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([active]))
  if (!seen.has(active)) setSeen(new Set([...seen, active]))
  return seen
}
