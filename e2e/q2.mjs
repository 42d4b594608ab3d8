import { chromium } from 'playwright'
const url='http://127.0.0.1:8480'
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'})
const c=await b.newContext({locale:'zh-CN'});const p=await c.newPage();p.on('console',m=>console.log('C',m.text()));p.on('pageerror',e=>console.log('E',e.stack));p.on('request',r=>{if(r.method()==='POST')console.log(r.url(),r.postData()?.slice(0,600))})
await p.goto(url+'/#/login');await p.locator('form input').first().fill('owner');await p.fill('input[type=password]','rNrebjja2WveVymx');await p.keyboard.press('Enter');await p.waitForSelector('main a')
await p.waitForTimeout(3500);await p.click('header nav a[href="#/device"]');await p.waitForTimeout(12000);await b.close()
