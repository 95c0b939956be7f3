import { expect, it } from 'vitest'
import { sanitise } from './renderer.tsx'

it.each([
  ['<p onclick="go()">a <b>b</b></p>', '<p>a <b>b</b></p>'],
  ['<script>go()</script>a', 'a'],
  ['<svg onload="go()"><text>x</text></svg>b', 'b'],
  ['<a href="javascript:go()">x</a>', '<a rel="noopener noreferrer" target="_blank">x</a>'],
  ['<img src="x" onerror="go()">c', 'c'],
  ['<custom><i style="color:red">d</i></custom>', '<i>d</i>'],
])('keeps of %s only what is text', (html, clean) => {
  expect(sanitise(html)).toBe(clean)
})
