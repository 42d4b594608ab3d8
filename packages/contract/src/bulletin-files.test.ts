import { Value } from 'typebox/value'
import { bulletinFileName } from './bulletin-files.ts'
import { BulletinFileName } from './entities/bulletin.ts'

test("keeps a file's name but for signs that file systems forbid and excess length", () => {
  expect(bulletinFileName('Manual 手册 2.1.pdf')).toBe('Manual 手册 2.1.pdf')
  expect(bulletinFileName('SCAN 7.PDF')).toBe('SCAN 7.pdf')
  expect(bulletinFileName('Ma "n" a:b.csv')).toBe('Ma -n- a-b.csv')
  const long = `${'é'.repeat(300)}.webm`
  for (const name of ['Manual 手册 2.1.pdf', 'SCAN 7.PDF', 'Ma "n" a:b.csv', long])
    expect(Value.Check(BulletinFileName, bulletinFileName(name))).toBe(true)
})

test('refuses a file without a name or with a type that is not allowed', () => {
  expect(['page.html', 'drawing.svg', 'README', '.pdf', 'run.pdf.exe', 'x.toString'].map(bulletinFileName)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})
