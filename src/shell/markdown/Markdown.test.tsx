import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'

const drawn = (text: string) =>
  render(<MemoryRouter>
    <Markdown>{text}</Markdown>
  </MemoryRouter>).container

it('draws headings below the page’s own, lists and links', () => {
  const page = drawn('# One\n\n- **a**\n- [home](/todo)\n- [far](https://example.org)')
  expect(page.querySelector('h1')).toBeNull()
  expect(page.querySelector('h2')?.textContent).toBe('One')
  expect([...page.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([['/todo', null],
    ['https://example.org', '_blank']])
})

it.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '![x](https://example.org/x.png)', '![x](//example.org/guide-x.jpg)',
  '![x](/guide-/../x.jpg)', '<iframe src="https://example.org"></iframe>'])('%s leaves nothing that acts or loads', (text) => {
    expect(drawn(`before ${text}`).querySelector('script, img, iframe, [onerror]')).toBeNull()
  })

it('keeps no address that is a script', () => {
  expect(drawn('[x](javascript:alert(1))').querySelector('a')?.getAttribute('href') ?? '').not.toContain('javascript')
})

it('draws tables', () => {
  const page = drawn('| Key | Does |\n|---|---|\n| `J` | next |\n| `K` | **previous** |')
  expect([...page.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Key', 'Does'])
  expect([...page.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual(['Jnext', 'Kprevious'])
})

it('shows pictures that the product ships', () => {
  const picture = drawn('![Home](/guide-en-home.jpg)').querySelector('img')
  expect([picture?.getAttribute('src'), picture?.getAttribute('alt')]).toEqual(['/guide-en-home.jpg', 'Home'])
})
