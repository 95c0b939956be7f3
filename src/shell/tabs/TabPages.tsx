import { Activity, memo, useState, type ReactNode } from 'react'
import type { Tab } from './model.ts'
import { TabContext, useTabs } from './tabs-context.ts'

interface TabPagesProps {
  draw(tab: Tab): ReactNode
  /** Returns whether a hidden tab keeps the state of its page; true by default. */
  keeps?(tab: Tab): boolean
}

/**
 * The pages of the open tabs. A hidden tab keeps its state and its own address, unless its page is configured to reset; unsaved input is
 * kept in any case. A tab restored after a reload is rendered when it is first displayed.
 */
export function TabPages({ draw, keeps = () => true }: TabPagesProps) {
  const { tabs, unsaved } = useTabs()
  const seen = useSeen(tabs.active)
  const isDrawn = (tab: Tab) => tab.key === tabs.active || (seen.has(tab.key) && (keeps(tab) || unsaved.of(tab.key) !== undefined))

  return tabs.open.filter(isDrawn).map((tab) => {
    const isActive = tab.key === tabs.active
    return (
      <Activity key={tab.key} mode={isActive ? 'visible' : 'hidden'}>
        <div className="oa-tab-page" id={`page-${tab.key}`} role="tabpanel" aria-labelledby={`tab-${tab.key}`} inert={!isActive}>
          <TabContext value={tab.key}>
            <div className="oa-tab-content" key={tab.generation}>
              <Drawn tab={tab} draw={draw} />
            </div>
          </TabContext>
        </div>
      </Activity>
    )
  })
}

/** Memoised, so that a page does not re-render when another tab is added or renamed. */
const Drawn = memo(({ tab, draw }: { tab: Tab; draw(tab: Tab): ReactNode }) => draw(tab))
Drawn.displayName = 'Drawn'

function useSeen(active: string): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([active]))
  if (!seen.has(active)) setSeen(new Set([...seen, active]))
  return seen
}
