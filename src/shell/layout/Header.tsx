import { BulbOutlined } from '@ant-design/icons'
import type { Tab } from '../tabs/model.ts'
import { TabStrip } from '../tabs/TabStrip.tsx'
import { useText } from '../text.tsx'
import { choose, useAppearance } from '../theme/appearance.ts'
import { useMedia } from '../parts/use-media.ts'
import { Bell } from './Bell.tsx'
import { HelpButton } from './HelpButton.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { SubstituteNote } from './SubstituteNote.tsx'
import { UserMenu } from './UserMenu.tsx'
import { BackgroundTasks } from './BackgroundTasks.tsx'
import './header.css'

/** The strip above the sheet: open tabs left, the person's own switches right. */
export function Header({ titleOf }: { titleOf(tab: Tab): string }) {
  const hasRoom = useMedia('(min-width: 1280px)')
  return (
    <header className="oa-header">
      <TabStrip titleOf={titleOf} />
      <div className="oa-header-tools">
        <SubstituteNote />
        <PaletteButton isNarrow={!hasRoom} />
        <LanguageSwitch />
        <SchemeButton />
        <BackgroundTasks />
        <Bell />
        <HelpButton />
        <UserMenu />
      </div>
    </header>
  )
}

function SchemeButton() {
  const { t } = useText()
  const { isDark } = useAppearance()
  const name = isDark ? t('theme.toLight') : t('theme.toDark')
  return (
    <button type="button" className="plain oa-tool" aria-label={name} data-tip={name}
      onClick={() => choose({ scheme: isDark ? 'light' : 'dark' })}
    >
      <BulbOutlined />
    </button>
  )
}
