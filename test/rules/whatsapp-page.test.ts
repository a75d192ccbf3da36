// docs/whatsapp-templates.md is up to date with the texts of the WhatsApp templates.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { PAGE, renderPage } from '../whatsapp/generate.ts'

it('docs/whatsapp-templates.md is what `npm run docs:templates` writes', async () =>
  assert.equal(await readFile(PAGE, 'utf8'), renderPage()))
