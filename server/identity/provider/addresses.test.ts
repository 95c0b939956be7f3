import { describe, expect, it } from 'vitest'
import { originOf, originsOf } from './addresses.ts'

describe('the origins of the product', () => {
  it.each([
    ['http://127.0.0.1:8080', ['http://127.0.0.1:8080', 'http://localhost:8080']],
    ['http://oa.example.com:9000', ['http://oa.example.com:9000', 'http://localhost:9000', 'http://127.0.0.1:9000']],
    ['https://oa.example.com', ['https://oa.example.com']],
  ])('of %s', (publicUrl, origins) => expect(originsOf({ publicUrl, port: 8080 })).toEqual(origins))

  it('are chosen by the host that the browser named, never invented from it', () => {
    const origins = ['http://127.0.0.1:8080', 'http://localhost:8080']
    expect(originOf('localhost:8080', origins)).toBe('http://localhost:8080')
    expect(originOf('evil.example', origins)).toBe('http://127.0.0.1:8080')
    expect(originOf(undefined, origins)).toBe('http://127.0.0.1:8080')
  })
})
