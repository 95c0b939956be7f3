import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Icon } from '../layout/Icon.tsx'
import { Star } from '../layout/FoldedMenu.tsx'
import { menuGroups, type MenuGroup } from '../layout/menu-tree.ts'
import { isNamed } from '../palette/matching.ts'
import { Page } from '../parts/Page.tsx'
import { SearchBox } from '../parts/SearchBox.tsx'
import { reads, useRead } from '../start/reads.ts'
import { NotFound } from '../states/pages.tsx'
import { StateView } from '../states/StateView.tsx'
import { useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import './more.css'

/** The pages of one menu directory, at `/pages/{id}`. The entry of a long directory in the menu links to it. */
export function DirectoryPage() {
  const { id } = useParams()
  const menus = useRead(reads.menus)
  const group = menuGroups(menus ?? []).find((each) => each.id === id)
  return group ? <PagesOf group={group} /> : <NotFound />
}

function PagesOf({ group }: { group: MenuGroup }) {
  const { t, label } = useText()
  const [keyword, setKeyword] = useState('')
  useTabTitle(group)
  const entries = group.entries.filter((entry) => isNamed(entry, keyword))
  return (
    <Page title={label(group)} head={<SearchBox className="oa-more-filter" label={t('menu.find')} value={keyword} onSearch={setKeyword} />}>
      {entries.length === 0 && <StateView illustration="search" title={t('menu.nothing', { keyword })} />}
      <ul className="oa-more-cards grid gap-8">
        {entries.map((entry) => (
          <li className="row framed round-8" key={entry.id}>
            <Link className="plain row fill gap-10" to={entry.path}>
              <span className="oa-more-icon inline-row on-grey centred relative" aria-hidden>
                <Icon name={entry.icon} />
              </span>
              <span className="cut" title={label(entry)}>{label(entry)}</span>
            </Link>
            <Star entry={entry} />
          </li>
        ))}
      </ul>
    </Page>
  )
}
