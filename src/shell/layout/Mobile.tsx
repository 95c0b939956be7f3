import { AppstoreOutlined, HomeOutlined, InboxOutlined, LeftOutlined, MessageOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { BrandMark } from '../parts/Brand.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'
import { messageCentre, useBadges } from './badges.ts'
import { morePath } from './menu-tree.ts'
import { useNewRequest } from './new-request.ts'
import { PaletteButton } from './PaletteButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import { BackgroundTasks } from './BackgroundTasks.tsx'
import './mobile.css'

/** The bar above a page on a small screen: back, or the brand at home. */
export function TopBar({ title }: { title: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isHome = pathname === '/'
  return (
    <header className="oa-top">
      {isHome ?
        <BrandMark size={26} /> :
        (
          <button type="button" className="plain oa-top-back" aria-label={t('shell.back')} onClick={() => void navigate(-1)}>
            <LeftOutlined />
          </button>
        )}
      <strong className="cut">{title}</strong>
      <PaletteButton isNarrow />
      <BackgroundTasks />
      <UserMenu hasLanguages />
    </header>
  )
}

/** Home, to-do, a new request, messages, and every other page. */
export function BottomBar() {
  const { t } = useText()
  const openNewRequest = useNewRequest()
  const badges = useBadges()
  const knows = useKnows()
  return (
    <nav className="oa-bottom" aria-label={t('shell.menu')}>
      <MobileTitle to="/" name={t('shell.home')} icon={<HomeOutlined aria-hidden />} />
      <MobileTitle to="/todo" name={t('shell.todo')} icon={<InboxOutlined aria-hidden />} count={badges.get('/todo')} />
      <button type="button" className="plain" onClick={openNewRequest}>
        <PlusOutlined aria-hidden />
        {t('shell.new')}
      </button>
      {knows(messageCentre) && (
        <MobileTitle to={messageCentre} name={t('shell.messages')} icon={<MessageOutlined aria-hidden />}
          count={badges.get(messageCentre)} />
      )}
      <MobileTitle to={morePath} name={t('menu.more')} icon={<AppstoreOutlined aria-hidden />} />
    </nav>
  )
}

function MobileTitle({ to, name, icon, count = 0 }: { to: string; name: string; icon: ReactNode; count?: number }) {
  const { pathname } = useLocation()
  return (
    <Link className="plain" to={to} aria-current={pathname === to ? 'page' : undefined}>
      <span aria-hidden>{icon}{count > 0 && <span className="oa-badge num">{count > 99 ? '99+' : count}</span>}</span>
      {name}
      {count > 0 && <span className="unseen">{count}</span>}
    </Link>
  )
}
