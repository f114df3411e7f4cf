import { Controller, Get, HttpStatus, Redirect } from '@nestjs/common';
import { OpenToAll } from '../access/access.guard';
import { ApiExcludeController } from '@nestjs/swagger';

/** The root leads to the API's pages until there is a page of its own. */
@ApiExcludeController()
@Controller()
@OpenToAll()
export class HomeController {
  @Get()
  @Redirect('/docs', HttpStatus.FOUND)
  home(): void {}
}
