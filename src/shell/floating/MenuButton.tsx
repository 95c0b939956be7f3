import { useRef, useState, type ReactNode } from 'react'
import { Menu, type MenuProps } from './Menu.tsx'
import type { Anchor } from './place.ts'

interface MenuButtonProps extends Pick<MenuProps, 'side' | 'sections'> {
  readonly className: string
  /** Accessible name of button and menu. */
  readonly name: string
  readonly children: ReactNode
}

/** A button that opens a menu. */
export function MenuButton({ className, name, side, sections, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const close = () => setAnchor(undefined)

  return (
    <>
      <button ref={button} type="button" className={`plain ${className}`} aria-label={name} aria-haspopup="menu"
        aria-expanded={anchor !== undefined} onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
      >
        {children}
      </button>
      {anchor && <Menu anchor={anchor} side={side} name={name} sections={sections} onClose={close} />}
    </>
  )
}
