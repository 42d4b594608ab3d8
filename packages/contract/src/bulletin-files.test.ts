import { Value } from 'typebox/value'
import { bulletinFileName } from './bulletin-files.ts'
import { BulletinFileName } from './entities/bulletin.ts'

test('a file keeps its name as far as one may be called so', () => {
  expect(bulletinFileName('Manual 手册 2.1.pdf')).toBe('Manual 手册 2.1.pdf')
  expect(bulletinFileName('SCAN 7.PDF')).toBe('SCAN 7.pdf')
  expect(bulletinFileName('Ma "n" a:b.csv')).toBe('Ma -n- a-b.csv')
  const long = `${'é'.repeat(300)}.webm`
  for (const name of ['Manual 手册 2.1.pdf', 'SCAN 7.PDF', 'Ma "n" a:b.csv', long])
    expect(Value.Check(BulletinFileName, bulletinFileName(name))).toBe(true)
})

test('what is no download, or has no name, is not taken', () => {
  expect(['page.html', 'drawing.svg', 'README', '.pdf', 'run.pdf.exe', 'x.toString'].map(bulletinFileName)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
